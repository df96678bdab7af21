"""How is it told what two revisions come to?"""
