-- What format 2 adds: lateness as the system it came from marks it, groups, candidate runs, marks set by hand, marks of free answers.

ALTER TABLE submission ADD COLUMN marked_late INTEGER NOT NULL DEFAULT 0 CHECK (marked_late IN (0, 1));
ALTER TABLE submission ADD COLUMN members TEXT NOT NULL DEFAULT '[]';   -- JSON: ids of a group's members

CREATE TABLE kept (                       -- texts that a later command needs: class.yaml as it was read
    name           TEXT PRIMARY KEY,
    text           TEXT NOT NULL
) STRICT;

CREATE TABLE candidate_run (              -- a regrade that is not decided yet
    id             INTEGER PRIMARY KEY CHECK (id = 1),
    run_id         TEXT NOT NULL REFERENCES run (id)
) STRICT;

CREATE TABLE run_log (                    -- every change of the current run, and every regrade dropped
    seq            INTEGER PRIMARY KEY,
    at             TEXT NOT NULL,
    action         TEXT NOT NULL CHECK (action IN ('graded', 'applied', 'dropped')),
    run_id         TEXT NOT NULL,
    before         TEXT NOT NULL          -- the run that was current, or ''
) STRICT;

CREATE TABLE hand_log (                   -- marks set by hand, only ever added to; each row carries the hash of the one before
    seq            INTEGER PRIMARY KEY,
    at             TEXT NOT NULL,
    by             TEXT NOT NULL,
    action         TEXT NOT NULL,         -- set, clear, answer
    learner_key    TEXT NOT NULL,
    subject        TEXT NOT NULL,         -- an exercise, or a question
    data           TEXT NOT NULL,         -- canonical JSON
    before         TEXT NOT NULL,         -- the hash of the row before, or that of nothing
    hash           TEXT NOT NULL
) STRICT;

CREATE TRIGGER hand_log_is_kept BEFORE UPDATE ON hand_log BEGIN SELECT raise(ABORT, 'the log is only added to'); END;
CREATE TRIGGER hand_log_stays BEFORE DELETE ON hand_log BEGIN SELECT raise(ABORT, 'the log is only added to'); END;
