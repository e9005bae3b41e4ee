-- In which session a member agreed on a device. A browser that is signed out receives nothing of the
-- account any more: another person may hold it. A sign-in elsewhere ends no reminders.
ALTER TABLE push_devices ADD COLUMN session_id TEXT;

CREATE TRIGGER signed_out_devices_receive_nothing
AFTER UPDATE OF revoked_at ON sessions
WHEN OLD.revoked_at IS NULL AND NEW.revoked_reason IN ('signed-out', 'everywhere', 'password-changed')
BEGIN
  DELETE FROM push_devices
  WHERE user_id = NEW.user_id AND session_id IS NOT NULL
    AND NOT EXISTS (
      SELECT 1 FROM sessions s WHERE s.id = push_devices.session_id AND s.revoked_at IS NULL);
END;
