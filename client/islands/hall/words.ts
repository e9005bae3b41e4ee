import type { Locale } from '../../../src/model/locale.ts'

/** What the hall says, by the names of the sentences in locales/. The build makes a file of them for each language
 *  (tasks/page-assets.ts), so that they are fetched once for all papers. `{name}` stands for what is filled in. */
export const sentences = {
  position: 'hall_of',
  timeLeft: 'hall_time_left',
  minutesLeft: 'hall_minutes_left',
  timeOver: 'hall_time_over',
  time: 'fact_time',
  board: 'hall_board',
  sections: 'hall_sections',
  menu: 'hall_menu',
  close: 'hall_close',
  save: 'hall_save_next',
  mark: 'hall_mark_next',
  markRailway: 'hall_mark',
  clear: 'hall_clear',
  clearRailway: 'hall_erase',
  next: 'hall_next',
  previous: 'hall_previous',
  check: 'hall_check',
  submit: 'submit',
  pause: 'hall_pause',
  paused: 'hall_paused',
  resume: 'start_resume',
  'not-visited': 'hall_state_not_visited',
  'not-answered': 'hall_state_not_answered',
  answered: 'hall_state_answered',
  marked: 'hall_state_marked',
  'answered-and-marked': 'hall_state_answered_marked',
  saved: 'hall_saved',
  sent: 'hall_sent',
  offline: 'hall_offline',
  savedLong: 'hall_saved_long',
  sentLong: 'hall_sent_long',
  offlineLong: 'hall_offline_long',
  memory: 'hall_memory',
  kept: 'hall_kept',
  refused: 'hall_refused',
  signIn: 'login_button',
  notSaved: 'hall_not_saved',
  last: 'hall_last',
  sectionOver: 'hall_section_over',
  sectionClosed: 'hall_section_closed',
  checkOffline: 'hall_check_offline',
  instructions: 'start_instructions',
  paper: 'hall_paper',
  backTo: 'hall_back_to',
  keyboard: 'hall_keyboard',
  leave: 'hall_leave',
  leaveNote: 'hall_leave_note',
  rescue: 'hall_rescue',
  rescueLead: 'hall_rescue_lead',
  rescueQr: 'hall_rescue_qr',
  summary: 'hall_summary',
  section: 'hall_section',
  total: 'hall_summary_total',
  unsaved: 'hall_summary_unsaved',
  blank: 'hall_summary_blank',
  submitNow: 'hall_submit_now',
  back: 'hall_back',
  sending: 'hall_sending',
  waiting: 'hall_waiting',
  waitingLead: 'hall_waiting_lead',
  waitingMemory: 'hall_waiting_memory',
  tryAgain: 'try_again',
  submitted: 'hall_submitted',
  submittedElsewhere: 'hall_submitted_elsewhere',
  toResult: 'hall_to_result',
  right: 'hall_is_right',
  wrong: 'hall_is_wrong',
  rightOption: 'hall_right_option',
} as const

export type HallWords = Record<keyof typeof sentences, string>

const files: Record<Locale, () => Promise<{ default: HallWords }>> = {
  kn: () => import('virtual:hall-words/kn'),
  en: () => import('virtual:hall-words/en'),
  te: () => import('virtual:hall-words/te'),
}

const againAfterMs = 2000

/** The hall's words in a language. Waits as long as it takes: until then the page works as a form. */
export async function hallWords(locale: Locale): Promise<HallWords> {
  for (;;) {
    const file = await files[locale]().catch(() => null)
    if (file) return file.default
    await new Promise((again) => setTimeout(again, againAfterMs))
  }
}

/** 'Question {number}', { number: 4 } -> 'Question 4'. */
export const fill = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
