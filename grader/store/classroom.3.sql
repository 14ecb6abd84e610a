-- What format 3 adds: graders that share a run, snapshots, and several attempts of a learner in one run.

CREATE TABLE claim (                      -- what some grader is at; a claim ends with its process
    source_key     TEXT NOT NULL,
    slug           TEXT NOT NULL,
    suite_sha256   TEXT NOT NULL,
    environment_sha256 TEXT NOT NULL,
    secret_id      TEXT NOT NULL,
    seat           INTEGER NOT NULL,      -- a byte of grader.lock that the grader holds while it lives
    PRIMARY KEY (source_key, slug, suite_sha256, environment_sha256, secret_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshot (                   -- moments at which everything that had been handed in by then was taken in
    at             TEXT PRIMARY KEY       -- UTC
) STRICT, WITHOUT ROWID;

ALTER TABLE submission ADD COLUMN seen_at TEXT NOT NULL DEFAULT '';    -- UTC: handed in by then, as a snapshot or a run after one shows
ALTER TABLE submission ADD COLUMN absent_at TEXT NOT NULL DEFAULT '';  -- UTC: not yet handed in then, as the snapshot before shows

ALTER TABLE run_submission ADD COLUMN is_latest INTEGER NOT NULL DEFAULT 1 CHECK (is_latest IN (0, 1));
