import numpy as np


def design_query(keys, targets, sharpness: float = 10.0) -> np.ndarray:
    K = np.asarray(keys, float)
    wanted = np.where(np.isin(np.arange(len(K)), targets), float(sharpness), 0.0)
    return np.linalg.lstsq(K / np.sqrt(K.shape[1]), wanted, rcond=None)[0]


def score_gaps(weights) -> np.ndarray:
    return (logs := np.log(np.asarray(weights, float))) - logs[0]
