"""Is a source whose constant takes for ever. Class C80."""

x = 7 ** (7**7**7 % 10**9)
