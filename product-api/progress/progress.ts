import * as v from 'valibot'
import { formatUnits } from '../../domain/attempt/fraction.ts'
import { addMarks } from '../../domain/attempt/marks.ts'
import type { progress } from '../../domain/contracts/progress.ts'
import { addDays, dayInIndia } from '../../domain/india-time.ts'
import { defaultLocale, type Locale } from '../../domain/locale.ts'
import { paceOf } from '../../domain/study/progress.ts'
import { weakTopicsOf } from '../../domain/study/weak-topics.ts'
import { answerTimesOf } from '../attempts/answer-times.ts'
import { submittedAttemptsOf, type SubmittedAttempt } from '../attempts/submitted-attempts.ts'
import { parseTopicNames, selectTopicNames, type TopicName } from '../content/texts.ts'
import type { Stores } from '../database.ts'
import type { Owner } from '../owner.ts'
import { distributionFor } from '../scoring/distribution.ts'
import { paperOutcomesOf, type PaperOutcomes } from '../scoring/paper-outcomes.ts'
import { studyDaysOf } from '../study/study-days.ts'
import { targetOf } from './targets.ts'

type Progress = v.InferOutput<typeof progress>

const maxAttempts = 100
const maxPapers = 12
/** Of so many papers the questions are read. */
const maxPapersWithTopics = 6
const maxWeakTopics = 3
const daysShown = 35
/** Fewer answers say nothing about how a test's time was used. */
const minAnswersForPace = 20

/** What an owner's first attempts at papers, cards and plan amount to. `exam`: of which exam; null:
 *  that of the latest paper. Practice is left out of the scores: it shows the answers on the way.
 *  Cost: six reads in three round trips: the owner's attempts, at most 6 papers' questions and
 *  their topics, one journal, 1,500 reviews. A full paper of 100 questions is about 970 rows. */
export async function progressOf(
  stores: Stores,
  owner: Owner,
  { exam: wanted, locale, now }: { exam: string | null; locale: Locale; now: Date },
): Promise<Progress> {
  const db = stores.shared
  const all = await submittedAttemptsOf(db, owner, maxAttempts)
  const scored = all.filter(({ mode, isFirst }) => mode !== 'practice' && isFirst)
  const exams = [...Map.groupBy(scored, ({ paper }) => paper.exam)].map(([slug, own]) => ({
    ...{ slug, papers: own.length },
  }))
  const exam = exams.find(({ slug }) => slug === wanted)?.slug ?? exams[0]?.slug ?? null
  const latest = scored.filter(({ paper }) => paper.exam === exam).slice(0, maxPapers)
  const reading = paperOutcomesOf(db, latest.slice(0, maxPapersWithTopics).reverse())
  const [outcomes, names, target, distribution, pace, cardDays] = await Promise.all([
    reading,
    selectTopicNames(db, locale).all(),
    exam === null ? null : targetOf(db, owner, exam),
    distributionFor(db, latest),
    latestPace(stores, latest, reading),
    studyDaysOf(stores, owner),
  ])
  const today = dayInIndia(now)
  return {
    ...{ exams, exam, target, distribution, pace, today },
    papers: latest.toReversed().map(paperJson),
    ...topicsIn(outcomes, parseTopicNames(names.results)),
    days: studyDays(all, cardDays, today),
  }
}

const paperJson = (attempt: SubmittedAttempt): Progress['papers'][number] => {
  const { id, paper, mode, submittedAt, scoreUnits, maximumUnits, denominator } = attempt
  return {
    ...{ id, test: paper.slug, title: paper.titles, mode, submittedAt },
    score: formatUnits(scoreUnits, denominator),
    maximum: formatUnits(maximumUnits, denominator),
    qualifying: paper.qualifying,
  }
}

function topicsIn(
  papers: readonly PaperOutcomes[],
  names: readonly TopicName[],
): Pick<Progress, 'topics' | 'weak'> {
  const nameOf = new Map(names.map((name) => [name.slug, name]))
  const named = (slug: string) => nameOf.get(slug) ?? { slug, name: slug, locale: defaultLocale }
  const slugs = [
    ...new Set(papers.flatMap(({ questions }) => questions.flatMap(({ topics }) => topics))),
  ]
  const topics = slugs
    .map((slug) => ({
      ...named(slug),
      points: papers.map(({ questions }) => {
        const own = questions.filter(
          ({ topics, outcome }) =>
            topics.includes(slug) && outcome !== 'awarded' && outcome !== 'void',
        )
        const right = own.filter(({ outcome }) => outcome === 'right').length
        return { right, total: own.length }
      }),
    }))
    .filter(({ points }) => points.some(({ total }) => total > 0))
    .sort((one, other) => countOf(other) - countOf(one) || (one.slug < other.slug ? -1 : 1))
  const weak = weakTopicsOf(
    papers.map(({ questions }) => questions),
    maxWeakTopics,
  )
  return {
    topics,
    weak:
      weak.length === 0
        ? null
        : {
            papers: papers.length,
            marks: weak.map(({ marks }) => marks).reduce(addMarks),
            topics: weak.map(({ slug, marks, questions }) => ({
              ...{ ...named(slug), marks, questions: questions.length },
            })),
          },
  }
}

const countOf = ({ points }: { points: readonly { total: number }[] }) =>
  points.reduce((sum, { total }) => sum + total, 0)

/** How the time of the latest paper by the clock was used. */
async function latestPace(
  stores: Stores,
  latest: readonly SubmittedAttempt[],
  papers: Promise<readonly PaperOutcomes[]>,
): Promise<Progress['pace']> {
  const attempt = latest.find(({ mode, endsAt }) => mode === 'exam' && endsAt !== null)
  if (!attempt || attempt.endsAt === null) return null
  const times = await answerTimesOf(stores, attempt.id)
  const paper = (await papers).find((one) => one.attempt.id === attempt.id)
  const startMs = Date.parse(attempt.startedAt)
  const answers = (paper?.questions ?? []).flatMap(({ id, outcome, marks }) => {
    const at = times.get(id)
    return at !== undefined && (outcome === 'right' || outcome === 'wrong')
      ? [{ afterMs: at - startMs, outcome, marks }]
      : []
  })
  if (answers.length < minAnswersForPace) return null
  const durationMs = Date.parse(attempt.endsAt) - startMs
  return { attempt: attempt.id, intervals: paceOf(answers, durationMs) }
}

/** The days up to today on which something was studied. `cards`: of `studyDaysOf`. */
function studyDays(
  attempts: readonly SubmittedAttempt[],
  cards: ReadonlyMap<string, number>,
  today: string,
): Progress['days'] {
  const days = new Map(cards)
  for (const { startedAt, submittedAt, endsAt } of attempts) {
    const day = dayInIndia(new Date(submittedAt))
    days.set(day, (days.get(day) ?? 0) + timeSpentMs(startedAt, endsAt ?? submittedAt, submittedAt))
  }
  const first = addDays(today, 1 - daysShown)
  return [...days]
    .filter(([on]) => on >= first && on <= today)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([on, ms]) => ({ on, ms }))
}

/** A test without a clock may stay open for days. */
const maxTestMs = 3 * 3600_000

const timeSpentMs = (startedAt: string, endsAt: string, submittedAt: string) =>
  Math.max(
    0,
    Math.min(
      maxTestMs,
      Math.min(Date.parse(submittedAt), Date.parse(endsAt)) - Date.parse(startedAt),
    ),
  )
