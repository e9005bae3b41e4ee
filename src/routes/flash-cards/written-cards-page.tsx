import { maxSideLength } from '../../../domain/study/card-table.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { writtenCardsOf } from '../../api-client/own-cards.ts'
import type { Tag } from '../../../domain/study/flash-card.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { InlineScript, InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { DeckLinks } from './deck-links.tsx'
import { Deck } from './deck.tsx'

export const writtenCardsPath = '/flash-cards/mine'
export const importLimits = { kilobytes: 1024, cards: 2000 }

type Written = Extract<Awaited<ReturnType<typeof writtenCardsOf>>, { ok: true }>['value']

/** What the reader typed in a form that was not accepted, with the reason. */
export type TypedCards = { error: string; status?: 413 } & (
  { form: 'card'; front: string; back: string } | { form: 'import'; pasted: string }
)

const cardsInSight = 200

/** The cards that the reader wrote: a deck to review, a form for one more, import and export. */
export function WrittenCardsPage({
  page,
  tags,
  written: { data: cards, meta },
  typed,
  notice,
}: {
  page: PageContext
  tags: readonly Tag[]
  written: Written
  typed: TypedCards | null
  notice: string | null
}) {
  const messages = messagesFor(page.locale)
  const path = localizedPath(writtenCardsPath, page.locale)
  const latest = cards.toReversed().slice(0, cardsInSight)
  return (
    <>
      <UnlistedMeta
        title={messages.page_title({ title: messages.cards_mine() })}
        description={messages.cards_mine_lead()}
      />
      <InlineStyle name="form" />
      <InlineStyle name="flash-cards" />
      <Breadcrumbs
        page={page}
        crumbs={[
          { name: messages.flash_cards(), path: '/flash-cards' },
          { name: messages.cards_mine() },
        ]}
      />
      <div className="hero">
        <h1>{messages.cards_mine()}</h1>
        <p>{cards.length === 0 ? messages.cards_mine_empty() : messages.cards_mine_lead()}</p>
      </div>
      {notice !== null && (
        <p className="note" role="status">
          {notice}
        </p>
      )}
      <DeckLinks page={page} tags={tags} current="mine" isOpen={false} />
      {cards.length > 0 && (
        <Deck
          page={page}
          cards={latest.map(({ locale, ...card }) => ({
            ...card,
            lang: locale === page.locale ? undefined : locale,
          }))}
          back={writtenCardsPath}
        />
      )}
      {meta.left === 0 ? (
        <p className="note">{messages.cards_mine_full()}</p>
      ) : (
        <>
          <NewCard path={path} typed={typed} messages={messages} />
          <Import path={path} typed={typed} messages={messages} />
        </>
      )}
      {cards.length > 0 && (
        <>
          <ul className="ways-out">
            <li>
              <a href={`${path}/export`} download>
                {messages.cards_mine_export_csv()}
              </a>
            </li>
            <li>
              <a href={`${path}/export?format=apkg`} download>
                {messages.cards_mine_export_anki()}
              </a>
            </li>
            <li>
              <a href={`${path}/export?format=anki`} download>
                {messages.cards_mine_export_text()}
              </a>
            </li>
          </ul>
          <details className="manage">
            <summary>{messages.cards_mine_manage()}</summary>
            <form method="post" action={`${path}/delete`}>
              <ul>
                {latest.map(({ id, front, locale }) => (
                  <li key={id}>
                    <span lang={locale === page.locale ? undefined : locale}>{front}</span>
                    <button className="btn quiet" name="id" value={id}>
                      {messages.cards_mine_delete()}
                      <span className="unseen"> {front}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </form>
          </details>
        </>
      )}
      <SubmissionOverlay messages={messages} />
    </>
  )
}

type FormProps = { path: string; typed: TypedCards | null; messages: Messages }

function NewCard({ path, typed, messages }: FormProps) {
  const own = typed?.form === 'card' ? typed : null
  return (
    <section>
      <h2>{messages.cards_mine_add()}</h2>
      <form className="fields" method="post" action={path}>
        <FormField
          name="front"
          label={messages.cards_mine_front()}
          value={own?.front ?? ''}
          error={own?.error}
          autoFocus={own !== null}
          rows={2}
          maxLength={maxSideLength}
          required
        />
        <FormField
          name="back"
          label={messages.cards_mine_back()}
          value={own?.back ?? ''}
          autoFocus={false}
          rows={2}
          maxLength={maxSideLength}
          required
        />
        <button className="btn">{messages.cards_mine_save()}</button>
      </form>
    </section>
  )
}

function Import({ path, typed, messages }: FormProps) {
  const own = typed?.form === 'import' ? typed : null
  return (
    <details className="manage" open={own !== null}>
      <summary>{messages.cards_mine_import()}</summary>
      <form
        className="fields"
        method="post"
        action={`${path}/import`}
        encType="multipart/form-data"
      >
        <p className="small">
          {messages.cards_mine_import_about({
            size: importLimits.kilobytes,
            count: importLimits.cards,
          })}
        </p>
        {own && (
          <p className="error" role="alert" id="import-error">
            {own.error}
          </p>
        )}
        <p className="field">
          <label htmlFor="file">{messages.cards_mine_file()}</label>
          <input
            id="file"
            name="file"
            type="file"
            // It is in sight then, with the reason above it.
            autoFocus={own !== null}
            aria-describedby={own === null ? undefined : 'import-error'}
            accept=".apkg,.csv,.tsv,.txt,text/csv,text/plain"
            data-max-bytes={importLimits.kilobytes * 1000}
            data-too-large={messages.cards_mine_file_large({ size: importLimits.kilobytes })}
          />
        </p>
        <InlineScript name="file-size" />
        <FormField
          name="pasted"
          label={messages.cards_mine_pasted()}
          value={own?.pasted ?? ''}
          autoFocus={false}
          rows={4}
        />
        <button className="btn quiet">{messages.cards_mine_import_start()}</button>
      </form>
    </details>
  )
}
