import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { findExam } from '../../exams.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { packName } from './pack-name.ts'
import { sizeText } from '../../../domain/size-text.ts'
import type { Pack } from './packs.ts'

/** One pack: how large it is, and the button that keeps it. client/device/offline/pack-page.ts
 *  makes it work; the texts that it needs are attributes. */
export function PackPage({ page, pack }: { page: PageContext; pack: Pack }) {
  const { locale } = page
  const messages = messagesFor(locale)
  const name = packName(pack.id, locale)
  const bytes = pack.pages.reduce((sum, each) => sum + each.bytes, 0)
  const [done, count, size] = ['{done}', '{count}', '{size}']
  const texts = {
    progress: messages.offline_progress({ done, count }),
    done: messages.offline_done({ size }),
    changed: messages.offline_changed({ count, size }),
    update: messages.offline_update(),
    full: messages.offline_full({ done, count }),
    refused: messages.offline_refused(),
    broken: messages.offline_broken({ done, count }),
  }
  return (
    <>
      <UnlistedMeta
        page={page}
        title={messages.page_title({ title: name })}
        description={messages.offline_description()}
      />
      <InlineStyle name="papers" />
      <InlineStyle name="offline" />
      <Breadcrumbs
        page={page}
        crumbs={[{ name: messages.offline_title(), path: '/offline' }, { name }]}
      />
      <div className="hero">
        <h1>{name}</h1>
        <p>{messages.offline_more_lead()}</p>
      </div>
      <div
        className="pack"
        data-pack={pack.id}
        data-name={name}
        data-index={localizedPath(`/offline/${pack.id}/pages`, locale)}
        data-texts={JSON.stringify(texts)}
      >
        <p data-size="">
          {messages.offline_size({ count: pack.pages.length, size: sizeText(bytes) })}
        </p>
        <button type="button" className="btn wide" data-keep="" hidden>
          {messages.offline_keep()}
        </button>
        <progress max={pack.pages.length} value={0} aria-label={name} hidden />
        <p role="status" />
        <button type="button" className="btn quiet" data-remove="" hidden>
          {messages.offline_remove()}
        </button>
        <noscript>
          <p>{messages.offline_script()}</p>
        </noscript>
      </div>
      {findExam(pack.id) && <p className="small">{messages.offline_premium()}</p>}
    </>
  )
}
