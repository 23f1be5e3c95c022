"""What a statistic is asked, and what it answers to programs: for its command and its address of the API alike."""
