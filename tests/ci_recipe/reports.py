"""Reading what the recipe has written."""
import json


def read_json(path):
    return json.loads(path.read_text())


def badge_of(text):
    """Message and color of a badge, which has to be one that shields.io takes."""
    badge = json.loads(text)
    assert badge["schemaVersion"] == 1 and badge["label"] == "vouch" and set(badge) == {"schemaVersion", "label", "message", "color"}
    return badge["message"], badge["color"]
