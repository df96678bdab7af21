"""Whose cards does a revision of a schema break?"""
