"""Marks as a CSV for Moodle's gradebook import: a row for each person who has a mark, found there by e-mail address or ID number. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from grader.classroom.marks import MarkRow
from grader.export.lms import Filled, in_hundredths
from grader.export.tables import cell


def moodle_gradebook(marks: Sequence[MarkRow], title: str, out_of: float | None = None) -> Filled:
    """The table, on `out_of` points where the gradebook item has other points than the class.

    Ids are written as they are: Moodle compares them by letter. One that a spreadsheet would compute is left out, and so are blanks, since
    an empty grade would wipe the one there.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(("Email address", "ID number", f"Assignment: {title} (Real)", f"Feedback: {title}"))
    count, notices = 0, []
    for row in marks:
        email = next(iter(sorted(id_ for id_ in row.ids if "@" in id_)), "")
        if row.points is None:
            notices.append(f"{row.key} was left out: {row.blank}.")
            continue
        if any(cell(id_) != id_ for id_ in (email, row.key)):
            notices.append(f"{row.key} was left out: a spreadsheet would take the id for a formula. Enter this mark by hand.")
            continue
        if not email:
            notices.append(f"{row.key} has no e-mail address in the class list: map `ID number` for this row.")
        scale = out_of / row.max_points if out_of and row.max_points else 1.0
        writer.writerow((email, "" if "@" in row.key else row.key, in_hundredths(row.points * scale), cell(row.feedback)))
        count += 1
    return Filled(text.getvalue(), count, tuple(notices))
