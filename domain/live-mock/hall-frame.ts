/** A hall page without questions, which a phone keeps before the bell, has these two marks in place
 *  of them. Letters that HTML does not escape. */
export const questionsMark = '@live-questions@'
export const questionIdsMark = '@live-question-ids@'
