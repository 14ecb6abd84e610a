"""The trusted side: hidden checks as pytest, their cases, comparison and diagnosis, and the one door to the untrusted side."""
