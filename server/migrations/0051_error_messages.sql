-- What an execution or a message ended with, as a code and its parts beside the sentence: the app says it in the reader's
-- language, and alerts are told by the code. Without one, the sentence was stored by an earlier release.
-- In the order in which the end of a step locks them, so that neither waits for the other.
alter table deliveries add column message json;
alter table executions add column error_message json;
