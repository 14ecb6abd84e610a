"""The pages of the study desk, one module for each part. A view parses, makes one call, and renders what came back."""
