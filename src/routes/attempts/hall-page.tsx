import { answerHistoryPath, attemptResultPath, hallPath } from '../../addresses/paths.ts'
import type { HallProps, PracticeTexts } from '../../../client/islands/hall/hall-view.ts'
import { StaticTopBar } from '../../../client/islands/hall/static-top-bar.tsx'
import type { AttemptState } from '../../../domain/attempt/journal.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { loginPath } from '../../addresses/callback-url.ts'
import {
  bestTextOf,
  firstShown,
  languageChoices,
  type Attempt,
  type ShownLanguages,
  type Skin,
} from '../../../domain/attempt/attempt.ts'
import { joinedQuestionIds } from '../../../domain/attempt/question-ids.ts'
import { authoritativeLocale, languageNames } from '../../../domain/locale.ts'
import { marksText } from '../../../domain/paper.ts'
import type { PaperVersion } from '../../../domain/attempt/solutions.ts'
import { questionIdsMark, questionsMark } from '../../../domain/live-mock/hall-frame.ts'
import { deliverySpreadMs, isLiveEntryId } from '../../../domain/live-mock/live-mock.ts'
import { timeText } from '../../ui/dates.ts'
import { Island } from '../../ui/island.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import type { ReplacedAnswers } from '../../api-client/attempts.ts'
import { renderedAnswers } from './form-events.ts'
import { HallDialogs } from './hall-dialogs.tsx'
import { HallQuestions } from './hall-questions.tsx'

/** The exam hall: the paper in all its languages as one form, which works without script. With
 *  script, the island shows one question at a time and records every tap in the journal. */
export function HallPage({
  page,
  attempt,
  paper,
  state,
  startIndex,
  replaced,
  access,
  owner,
  shown,
  skin,
  frame,
}: {
  page: PageContext
  attempt: Attempt
  paper: PaperVersion
  state: AttemptState
  /** Of the question where the reader was. */
  startIndex: number
  replaced: ReplacedAnswers
  /** Sealed: lets the form in without a cookie; null where nothing can be sealed. */
  access: string | null
  /** Who may see this page: a copy of it on a shared phone is not the next reader's. */
  owner: string
  shown: ShownLanguages
  skin: Skin
  /** Of a live mock, for a phone that fills in the questions when it has opened the sealed paper:
   *  a page without them. */
  frame?: { result: string; questionCount: number }
}) {
  const messages = messagesFor(page.locale)
  const title = bestTextOf(attempt.title, page.locale)
  const to = (path: string) => localizedPath(path, page.locale)
  const here = to(hallPath(attempt.id))
  const questionIds = paper.questions.map(({ id }) => id)
  const replacedNumbers = replaced.map(({ number }) => number).join(', ')
  const props: HallProps = {
    attempt: {
      id: attempt.id,
      carryKey: attempt.carryKey,
      mode: attempt.mode === 'practice' ? 'practice' : 'exam',
      endsAtMs: attempt.endsAt === null ? null : Date.parse(attempt.endsAt),
      serverNowMs: Date.parse(frame ? attempt.startedAt : attempt.now),
      ...(isLiveEntryId(attempt.id) && { spreadMs: deliverySpreadMs }),
      startIndex,
      sections: attempt.sectionEnds.map(({ section, startsAt, endsAt }) => ({
        section,
        startsAtMs: Date.parse(startsAt),
        endsAtMs: Date.parse(endsAt),
      })),
    },
    questions: frame ? questionIdsMark : joinedQuestionIds(questionIds),
    isRailway: skin === 'railway',
    sections: sectionsOf(paper, page, frame !== undefined),
    blankMarks: paper.marks.blank === '0' ? null : marksText(paper.marks.blank),
    href: {
      result: to(frame?.result ?? attemptResultPath(attempt.id)),
      leave: to(`/${attempt.state}/${attempt.exam}/${attempt.test}`),
      signIn: loginPath(here, page.locale),
      rescue: page.origin + to('/attempts/rescue'),
      answers: to(answerHistoryPath(attempt.id)),
    },
    locale: page.locale,
    staticBar: {
      position: messages.hall_of({
        ...{ number: 1, count: frame?.questionCount ?? paper.questions.length },
      }),
      sections: messages.hall_sections(),
      end: attempt.endsAt === null ? null : messages.hall_ends({ time: timeText(attempt.endsAt) }),
    },
  }
  return (
    <>
      <UnlistedMeta
        title={messages.page_title({ title: title?.text ?? messages.question() })}
        description={messages.hall_description()}
      />
      <InlineStyle name="hall" />
      <InlineStyle name="options" />
      <form
        className="hall"
        method="post"
        action={here}
        autoComplete="off"
        data-mode={attempt.mode}
        data-owner={owner}
        data-skin={skin}
        data-practice={attempt.mode === 'practice' ? practiceTexts(page) : undefined}
        // A translated page has other text nodes than those that the script changes.
        translate="no"
      >
        <h1 className="unseen" lang={title?.locale}>
          {title?.text}
        </h1>
        <input type="hidden" name="lastTick" value={state.lastTick} />
        <input type="hidden" name="was" value={renderedAnswers(state, questionIds)} />
        {access !== null && <input type="hidden" name="access" value={access} />}
        <Island name="exam-hall" when="visible" props={props}>
          {/* The first render of ExamHall, which itself would add the whole hall to the Worker. */}
          <div>
            <StaticTopBar sections={props.sections} messages={props.staticBar} />
          </div>
        </Island>
        <Languages paper={paper} attempt={attempt} shown={shown} messages={messages} />
        {frame ? (
          <>
            <InlineStyle name="forms" />
            <InlineStyle name="passages" />
            <InlineStyle name="figures" />
            <div className="questions">{questionsMark}</div>
          </>
        ) : (
          <HallQuestions page={page} paper={paper} first={firstShown(shown)} state={state} />
        )}
        <div className="revealed" data-part="revealed" />
        <div className="keys" data-part="keys">
          {replaced.length > 0 && (
            <p className="plain">
              {messages.hall_replaced({ numbers: replacedNumbers })}{' '}
              <a href={to(answerHistoryPath(attempt.id))}>{messages.hall_replaced_see()}</a>
            </p>
          )}
          <p className="plain">
            {attempt.endsAt !== null &&
              messages.hall_ends_plain({ time: timeText(attempt.endsAt) })}{' '}
            {messages.hall_submit_plain()}
          </p>
          {attempt.endsAt !== null && (
            <>
              <p className="plain small">{messages.hall_save_plain_note()}</p>
              <button className="btn quiet wide plain" name="do" value="save">
                {messages.hall_save_plain()}
              </button>
            </>
          )}
          <button className="btn wide plain">{messages.submit()}</button>
        </div>
        <aside className="board" data-part="board" />
      </form>
      <div data-part="dialogs">
        <HallDialogs
          paper={paper}
          isPractice={attempt.mode === 'practice'}
          skin={skin}
          messages={messages}
        />
      </div>
    </>
  )
}

/** What the part of the script that shows keys needs, as JSON: an exam's hall does without. */
function practiceTexts({ locale }: PageContext): string {
  const messages = messagesFor(locale)
  const texts: PracticeTexts = {
    bookmarks: localizedPath('/bookmarks', locale),
    keep: messages.bookmarks_keep(),
    kept: messages.bookmarks_kept_here(),
    failed: messages.bookmarks_failed(),
    cancelled: messages.hall_cancelled(),
  }
  return JSON.stringify(texts)
}

/** The sections that have questions, in the order of the paper, as the tabs of the island need
 *  them. */
function sectionsOf(
  { sections, questions }: PaperVersion,
  { locale }: PageContext,
  isFrame: boolean,
): HallProps['sections'] {
  const used = new Set(questions.map(({ section }) => section))
  return sections
    .filter(({ slug }) => isFrame || used.has(slug))
    .map(({ slug, names }) => {
      const name = bestTextOf(names, locale)
      return {
        slug,
        name: name?.text ?? slug,
        ...(name && name.locale !== locale && { lang: name.locale }),
      }
    })
}

/** The languages to read the questions in, as radio buttons: switching needs neither script nor a
 *  request. */
function Languages({
  paper,
  attempt,
  shown,
  messages,
}: {
  paper: PaperVersion
  attempt: Attempt
  shown: ShownLanguages
  messages: Messages
}) {
  const choices = languageChoices(paper.languages, attempt.locale)
  if (choices.length < 2) return <input type="hidden" name="shows" value={shown} />
  return (
    <>
      <fieldset className="shows">
        <legend className="unseen">{messages.hall_language()}</legend>
        {choices.map((choice) => (
          <label key={choice}>
            <input type="radio" name="shows" value={choice} defaultChecked={choice === shown} />
            {choice.includes(' ') ? (
              <span>{messages.hall_both()}</span>
            ) : (
              <span lang={choice}>{languageNames[firstShown(choice)]}</span>
            )}
          </label>
        ))}
      </fieldset>
      {paper.languages.includes(authoritativeLocale) && (
        <p className="prevails small">{messages.hall_prevails()}</p>
      )}
    </>
  )
}
