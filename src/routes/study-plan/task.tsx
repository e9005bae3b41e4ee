import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Locale } from '../../../domain/locale.ts'
import { taskPath, type PlanTask } from '../../../domain/study/lesson-plan.ts'
import { AccessTag } from '../../ui/paper-list.tsx'
import type { Words } from '../../ui/words.ts'

/** What there is to do, with the way to where it is done. `children`: what is said of it for one reader. */
export function Task({
  place: { locale },
  task,
  words,
  children,
}: {
  place: PageContext
  task: PlanTask
  words: Words
  children?: React.ReactNode
}) {
  const path = taskPath(task)
  const [page = '', query] = path?.split('?') ?? []
  const name = <TaskName task={task} locale={locale} words={words} />
  return (
    <div className="task">
      <small>
        {kindOf(task, words)} · {words.minutes({ count: task.minutes })}
      </small>
      <b>
        {path === null ? (
          name
        ) : (
          <a href={localizedPath(page, locale) + (query ? `?${query}` : '')}>{name}</a>
        )}
      </b>
      {task.paper && <AccessTag access={task.paper.access} words={words} />}
      <Text task={task} lang={task.locale === locale ? undefined : task.locale} words={words} />
      {children}
    </div>
  )
}

/** What a task is called, in whatever language that is. */
export function TaskName({
  task,
  locale,
  words,
}: {
  task: PlanTask
  locale: Locale
  words: Words
}) {
  const isOwn = task.locale === locale || task.name === ''
  return <span lang={isOwn ? undefined : task.locale}>{taskName(task, words)}</span>
}

function Text({
  task: { kind, text },
  lang,
  words,
}: {
  task: PlanTask
  lang: string | undefined
  words: Words
}) {
  if (kind === 'weak') return <p>{words.plan30_weak_text()}</p>
  return text === null || text === '' ? null : <p lang={lang}>{text}</p>
}

/** What a task is called. */
export function taskName({ kind, of, name }: PlanTask, words: Words): string {
  if (kind === 'affairs') return words.plan30_affairs_name()
  if (kind !== 'revise') return name
  const [from = '', to = ''] = of.split('-')
  return words.plan30_revise_name({ from, to })
}

function kindOf({ kind }: PlanTask, words: Words): string {
  switch (kind) {
    case 'read':
    case 'affairs':
      return words.plan30_read()
    case 'cards':
      return words.plan30_cards()
    case 'paper':
      return words.plan30_paper()
    case 'revise':
      return words.plan30_revise()
    case 'weak':
      return words.plan30_weak()
  }
}
