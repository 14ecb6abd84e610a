-- What format 2 adds: quizzes, and what was taken back, are only ever added to as well.

CREATE TRIGGER quiz_is_kept BEFORE UPDATE ON quiz BEGIN SELECT raise(ABORT, 'the log is only added to'); END;
CREATE TRIGGER quiz_stays BEFORE DELETE ON quiz BEGIN SELECT raise(ABORT, 'the log is only added to'); END;
CREATE TRIGGER voided_is_kept BEFORE UPDATE ON voided BEGIN SELECT raise(ABORT, 'the log is only added to'); END;
CREATE TRIGGER voided_stays BEFORE DELETE ON voided BEGIN SELECT raise(ABORT, 'the log is only added to'); END;
