import type { DeckWords } from '../../../domain/study/flash-deck.ts'
import type { Words } from '../../ui/words.ts'

const count = '{count}'
const when = '{when}'

/** The sentences of a deck, in one language; what is counted is filled in where it is counted. */
export const deckWordsIn = (words: Words): DeckWords => ({
  start: words.cards_review_start(),
  about: words.cards_review_about(),
  all: words.cards_all(),
  showAnswer: words.cards_show_answer(),
  howWell: words.cards_how_well(),
  explanation: words.result_explanation(),
  again: words.cards_again(),
  hard: words.cards_hard(),
  good: words.cards_good(),
  easy: words.cards_easy(),
  knew: words.cards_knew(),
  notKnew: words.cards_not_knew(),
  counts: words.cards_counts({ due: '{due}', fresh: '{fresh}', learned: '{learned}' }),
  now: words.cards_now(),
  minutes: words.cards_minutes({ count }),
  hours: words.cards_hours({ count }),
  tomorrow: words.cards_tomorrow(),
  days: words.cards_days({ count }),
  months: words.cards_months({ count }),
  done: words.cards_done(),
  doneNext: words.cards_done_next({ when }),
  comesAgain: words.cards_comes_again({ when }),
  unsent: words.cards_unsent({ count }),
  unkept: words.cards_unkept(),
  sent: words.cards_sent(),
})
