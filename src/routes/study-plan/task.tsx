import { planTaskPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Locale } from '../../../domain/locale.ts'
import type { PlanTask } from '../../../domain/study/lesson-plan.ts'
import { AccessTag } from '../../ui/paper-list.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { taskName } from '../../ui/task-name.ts'

/** A task of a plan with a link to its page. `children`: remarks for the reader of the plan. */
export function Task({
  page: { locale },
  task,
  children,
}: {
  page: PageContext
  task: PlanTask
  children?: React.ReactNode
}) {
  const messages = messagesFor(locale)
  const path = planTaskPath(task)
  const [pathname = '', query] = path?.split('?') ?? []
  const name = <TaskName task={task} locale={locale} messages={messages} />
  return (
    <div className="task">
      <small>
        {taskKindText(task, messages)} · {messages.minutes({ count: task.minutes })}
      </small>
      <b>
        {path === null ? (
          name
        ) : (
          <a href={localizedPath(pathname, locale) + (query ? `?${query}` : '')}>{name}</a>
        )}
      </b>
      {task.paper && <AccessTag access={task.paper.access} messages={messages} />}
      <TaskText
        task={task}
        lang={task.locale === locale ? undefined : task.locale}
        messages={messages}
      />
      {children}
    </div>
  )
}

/** The name of a task, marked with its language. */
export function TaskName({
  task,
  locale,
  messages,
}: {
  task: PlanTask
  locale: Locale
  messages: Messages
}) {
  const isOwn = task.locale === locale || task.name === ''
  return <span lang={isOwn ? undefined : task.locale}>{taskName(task, messages)}</span>
}

function TaskText({
  task: { kind, text },
  lang,
  messages,
}: {
  task: PlanTask
  lang: string | undefined
  messages: Messages
}) {
  if (kind === 'weak') return <p>{messages.plan30_weak_text()}</p>
  return text === null || text === '' ? null : <p lang={lang}>{text}</p>
}

function taskKindText({ kind }: PlanTask, messages: Messages): string {
  switch (kind) {
    case 'read':
    case 'affairs':
      return messages.plan30_read()
    case 'cards':
      return messages.plan30_cards()
    case 'paper':
      return messages.plan30_paper()
    case 'revise':
      return messages.plan30_revise()
    case 'weak':
      return messages.plan30_weak()
  }
}
