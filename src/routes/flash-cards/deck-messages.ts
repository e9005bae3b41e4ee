import type { DeckMessages } from '../../../domain/study/flash-deck.ts'
import type { Messages } from '../../ui/messages.ts'

const count = '{count}'
const when = '{when}'

/** The sentences of a deck in one language, for the island. Placeholders stay in the text and are
 *  filled in by the browser. */
export const deckMessages = (messages: Messages): DeckMessages => ({
  start: messages.cards_review_start(),
  about: messages.cards_review_about(),
  all: messages.cards_all(),
  showAnswer: messages.cards_show_answer(),
  howWell: messages.cards_how_well(),
  explanation: messages.result_explanation(),
  again: messages.cards_again(),
  hard: messages.cards_hard(),
  good: messages.cards_good(),
  easy: messages.cards_easy(),
  knew: messages.cards_knew(),
  notKnew: messages.cards_not_knew(),
  counts: messages.cards_counts({ due: '{due}', fresh: '{fresh}', learned: '{learned}' }),
  now: messages.cards_now(),
  minutes: messages.cards_minutes({ count }),
  hours: messages.cards_hours({ count }),
  tomorrow: messages.cards_tomorrow(),
  days: messages.cards_days({ count }),
  months: messages.cards_months({ count }),
  done: messages.cards_done(),
  doneNext: messages.cards_done_next({ when }),
  comesAgain: messages.cards_comes_again({ when }),
  unsent: messages.cards_unsent({ count }),
  unkept: messages.cards_no_storage(),
  sent: messages.cards_sent(),
  undo: messages.cards_undo(),
  calendar: messages.cards_calendar(),
  calendarAbout: messages.cards_calendar_about(),
})
