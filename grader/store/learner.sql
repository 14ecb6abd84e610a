-- The state of one learner: everything they answered, in the order in which it happened. What is true is the log (`event`, `answer`,
-- `review`): rows are only ever added, and a mistake is taken back by another row. `card_state` can be worked out from it at any time.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Whatever happened that is no answer and no review: check attempts, hints, solutions given up, undo, cards brought forward.
CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
    at TEXT NOT NULL,          -- UTC, ISO
    local TEXT NOT NULL,       -- the learner's clock with its offset, ISO
    study_day TEXT NOT NULL,   -- the local date, changing at 04:00
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,     -- what it is about: a slug, a card, a question
    data TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(data)),
    content TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX event_by_kind ON event (kind, subject);

CREATE TABLE quiz (
    id INTEGER PRIMARY KEY,
    uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
    at TEXT NOT NULL,
    study_day TEXT NOT NULL,
    kind TEXT NOT NULL,        -- practice, check (a level check), one (a single question)
    objectives TEXT NOT NULL CHECK (json_valid(objectives)),
    plan TEXT NOT NULL CHECK (json_valid(plan)),   -- question ids and attempt numbers, in order
    content TEXT NOT NULL
) STRICT;

CREATE TABLE answer (
    id INTEGER PRIMARY KEY,
    uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
    quiz_id INTEGER REFERENCES quiz (id),
    position INTEGER NOT NULL,
    question TEXT NOT NULL,
    meaning TEXT NOT NULL,     -- hash of what was right at the time
    variant INTEGER NOT NULL,  -- which draw of this learner
    try INTEGER NOT NULL,      -- first, second … on the same position
    choice TEXT NOT NULL CHECK (json_valid(choice)),
    raw TEXT NOT NULL,
    read_as TEXT NOT NULL,
    standing TEXT NOT NULL,
    score TEXT,                -- an exact fraction, "2/3"; NULL when nothing is scored
    misconceptions TEXT NOT NULL CHECK (json_valid(misconceptions)),
    confidence INTEGER CHECK (confidence BETWEEN 1 AND 3),
    milliseconds INTEGER NOT NULL,
    at TEXT NOT NULL,
    local TEXT NOT NULL,
    study_day TEXT NOT NULL,
    content TEXT NOT NULL,
    marking TEXT NOT NULL
) STRICT;
CREATE INDEX answer_by_question ON answer (question);
CREATE INDEX answer_by_quiz ON answer (quiz_id, position);

CREATE TABLE review (
    id INTEGER PRIMARY KEY,
    uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
    card TEXT NOT NULL,
    meaning TEXT NOT NULL,
    rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 4),
    milliseconds INTEGER NOT NULL,
    at TEXT NOT NULL,
    local TEXT NOT NULL,
    study_day TEXT NOT NULL,
    is_cram INTEGER NOT NULL CHECK (is_cram IN (0, 1)),
    clock TEXT NOT NULL CHECK (clock IN ('ok', 'suspect')),
    scheduler TEXT NOT NULL,   -- package, version and parameters that were in force
    content TEXT NOT NULL
) STRICT;
CREATE INDEX review_by_card ON review (card, id);

-- A review taken back. Undo adds a row here and works the card out again; nothing is deleted.
CREATE TABLE voided (
    review_uid BLOB PRIMARY KEY REFERENCES review (uid),
    at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE card_state (
    card TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (json_valid(state))
) STRICT, WITHOUT ROWID;

CREATE TRIGGER event_is_kept BEFORE UPDATE ON event BEGIN SELECT raise(ABORT, 'the log is only added to'); END;
CREATE TRIGGER answer_is_kept BEFORE UPDATE ON answer BEGIN SELECT raise(ABORT, 'the log is only added to'); END;
CREATE TRIGGER review_is_kept BEFORE UPDATE ON review
    WHEN new.card = old.card BEGIN SELECT raise(ABORT, 'the log is only added to'); END;
CREATE TRIGGER event_stays BEFORE DELETE ON event BEGIN SELECT raise(ABORT, 'the log is only added to'); END;
CREATE TRIGGER answer_stays BEFORE DELETE ON answer BEGIN SELECT raise(ABORT, 'the log is only added to'); END;
CREATE TRIGGER review_stays BEFORE DELETE ON review BEGIN SELECT raise(ABORT, 'the log is only added to'); END;
