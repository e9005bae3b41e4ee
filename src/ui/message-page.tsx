import { UnlistedMeta } from './meta.tsx'
import type { Words } from './words.ts'

/** One thing to say, and where to go from here; the first of the ways is the one to take. */
export function MessagePage({
  title,
  body,
  ways,
  words,
}: {
  title: string
  body: string
  ways: readonly { href: string; label: string }[]
  words: Words
}) {
  return (
    <>
      <UnlistedMeta title={words.page_title({ title })} description={body} />
      <div className="hero">
        <h1>{title}</h1>
        <p>{body}</p>
      </div>
      <p className="choices">
        {ways.map(({ href, label }, index) => (
          <a key={href} className={index === 0 ? 'btn' : 'btn quiet'} href={href}>
            {label}
          </a>
        ))}
      </p>
    </>
  )
}
