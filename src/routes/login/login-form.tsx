import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Faults, Typed } from '../../../domain/forms.ts'
import { Field } from '../../ui/field.tsx'
import { faultText } from '../../ui/form-faults.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { WaitOverlay } from '../../ui/wait-overlay.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'

/** What a form shows again: what was typed, what is wrong with it, and what is wrong with the whole. */
export type Shown = { typed: Typed; faults: Faults; notice: string | null }
export const empty: Shown = { typed: {}, faults: {}, notice: null }

/** One of the pages of signing in: a heading, what went wrong, and what to do. */
export function LoginFrame({
  place,
  title,
  lead,
  notice,
  children,
}: {
  place: PageContext
  title: string
  lead: string
  notice: string | null
  children: React.ReactNode
}) {
  const words = wordsIn(place.locale)
  return (
    <div className="narrow">
      <UnlistedMeta title={words.page_title({ title })} description={lead} />
      <Sheet of="form" />
      <div className="hero">
        <h1>{title}</h1>
        <p>{lead}</p>
      </div>
      {notice && (
        <p className="note wrong" role="alert">
          {notice}
        </p>
      )}
      {children}
      <WaitOverlay words={words} />
    </div>
  )
}

type FieldName = Parameters<typeof Field>[0]

/** A form that is posted to `path`; `goOn` travels along. Its first fault, or else its first field that asks for it, has the focus. */
export function LoginForm({
  place,
  path,
  goOn,
  shown,
  fields,
  hidden = {},
  button,
}: {
  place: PageContext
  path: string
  goOn: string
  shown: Shown
  fields: readonly (Omit<FieldName, 'value' | 'fault' | 'focused'> & { focused?: boolean })[]
  hidden?: Record<string, string>
  button: string
}) {
  const words = wordsIn(place.locale)
  const first = fields.find(({ name }) => shown.faults[name])?.name
  return (
    <form className="fields" method="post" action={localizedPath(path, place.locale)} noValidate>
      <input type="hidden" name="callbackUrl" value={goOn} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map(({ focused = false, ...field }) => {
        const fault = shown.faults[field.name]
        return (
          <Field
            key={field.name}
            {...field}
            value={shown.typed[field.name] ?? ''}
            fault={fault && faultText(fault, words)}
            focused={first === undefined ? focused : field.name === first}
          />
        )
      })}
      <button className="btn wide">{button}</button>
    </form>
  )
}

/** The e-mail address, as every form of this area asks for it. */
export const emailField = (words: Words) => ({
  name: 'email',
  label: words.login_email(),
  type: 'email' as const,
  inputMode: 'email' as const,
  autoComplete: 'username',
  required: true,
})

/** An address that remembers where to go afterwards. */
export const withCallback = (path: string, goOn: string) =>
  `${path}${path.includes('?') ? '&' : '?'}callbackUrl=${encodeURIComponent(goOn)}`
