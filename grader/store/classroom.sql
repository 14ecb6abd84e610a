-- One graded class. Written by one coordinator at a time (grader.lock); read by anyone. JSON columns hold canonical JSON.

CREATE TABLE class (                      -- one row: what never changes for this store
    id             INTEGER PRIMARY KEY CHECK (id = 1),
    secret         BLOB NOT NULL,         -- inputs are drawn from it; never exported
    secret_id      TEXT NOT NULL,
    made_at        TEXT NOT NULL
) STRICT;

CREATE TABLE learner (
    key            TEXT PRIMARY KEY,
    name           TEXT NOT NULL DEFAULT '',
    roster_id      TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE source (                     -- every distinct file that was graded, once
    sha256         TEXT PRIMARY KEY,
    content        BLOB NOT NULL
) STRICT;

CREATE TABLE submission (                 -- one row for each distinct piece of work of a learner
    id             INTEGER PRIMARY KEY,
    learner_key    TEXT NOT NULL REFERENCES learner (key),
    sha256         TEXT NOT NULL,         -- over the names and bytes of its exercise files, and what is wrong with it
    attempt        INTEGER NOT NULL,
    submitted_at   TEXT NOT NULL DEFAULT '',   -- UTC; '' where the format does not say
    problem        TEXT NOT NULL DEFAULT '',   -- why nothing in it can be graded, or ''
    warnings       TEXT NOT NULL DEFAULT '[]', -- JSON: renamed files and the like
    UNIQUE (learner_key, sha256)
) STRICT;

CREATE TABLE submitted_file (
    submission_id  INTEGER NOT NULL REFERENCES submission (id),
    slug           TEXT NOT NULL,
    path           TEXT NOT NULL,         -- inside the submission
    sha256         TEXT REFERENCES source (sha256),  -- NULL: cannot be graded
    problem        TEXT NOT NULL DEFAULT '',         -- why this exercise cannot be graded, or ''
    PRIMARY KEY (submission_id, slug)
) STRICT;

CREATE TABLE run (                        -- one row for each distinct (settings, suite, environment, secret, submissions)
    id             TEXT PRIMARY KEY,
    facts          TEXT NOT NULL,         -- JSON: grader/result/1 `run`
    started_at     TEXT NOT NULL,
    finished_at    TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE run_exercise (
    run_id         TEXT NOT NULL REFERENCES run (id),
    position       INTEGER NOT NULL,
    slug           TEXT NOT NULL,
    suite_sha256   TEXT NOT NULL,
    max_points     REAL NOT NULL,
    PRIMARY KEY (run_id, slug)
) STRICT;

CREATE TABLE run_submission (
    run_id         TEXT NOT NULL REFERENCES run (id),
    submission_id  INTEGER NOT NULL REFERENCES submission (id),
    skipped        TEXT NOT NULL DEFAULT '',  -- why this run leaves it out, or ''
    PRIMARY KEY (run_id, submission_id)
) STRICT;

CREATE TABLE current_run (                -- the run that report and exports read
    id             INTEGER PRIMARY KEY CHECK (id = 1),
    run_id         TEXT NOT NULL REFERENCES run (id)
) STRICT;

CREATE TABLE result (
    source_key     TEXT NOT NULL,         -- the file's sha256; with --own, also over the learner's modules that it needs
    slug           TEXT NOT NULL,
    suite_sha256   TEXT NOT NULL,
    environment_sha256 TEXT NOT NULL,
    secret_id      TEXT NOT NULL,
    verdict        TEXT NOT NULL,
    result         TEXT NOT NULL,         -- JSON: one exercise of grader/result/1, on the exercise's own points
    evidence       TEXT NOT NULL,         -- JSON: the same exercise of grader/evidence/1
    times_graded   INTEGER NOT NULL DEFAULT 1,
    graded_at      TEXT NOT NULL,
    PRIMARY KEY (source_key, slug, suite_sha256, environment_sha256, secret_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE conflict (                   -- a finished exercise that was graded again with another outcome: that should never be
    source_key     TEXT NOT NULL,
    slug           TEXT NOT NULL,
    suite_sha256   TEXT NOT NULL,
    environment_sha256 TEXT NOT NULL,
    secret_id      TEXT NOT NULL,
    result         TEXT NOT NULL,
    graded_at      TEXT NOT NULL
) STRICT;
