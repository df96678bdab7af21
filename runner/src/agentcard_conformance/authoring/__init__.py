"""For those who write the suite: new cards, checks of the suite itself, explanations, and what a release keeps."""
