import { sizeText } from '../../../domain/size-text.ts'
import {
  fetchIndex,
  keepPack,
  keptPacks,
  missingPages,
  removePack,
  type PackIndex,
} from './pack-store.ts'
import { registerWorker } from './register-worker.ts'

type Texts = Record<
  'progress' | 'done' | 'changed' | 'update' | 'full' | 'refused' | 'broken',
  string
>

/** Makes the page of a pack work (src/routes/offline/pack-page.tsx): keeps it, shows how far it is,
 *  fetches what has changed, removes it. Nothing is fetched before the tap. */
export async function watchPackPage(part: HTMLElement) {
  const { pack: id = '', name = '', index = '', texts: json = '{}' } = part.dataset
  const texts = JSON.parse(json) as Texts
  const language = document.documentElement.lang
  const keep = part.querySelector<HTMLButtonElement>('[data-keep]')!
  const remove = part.querySelector<HTMLButtonElement>('[data-remove]')!
  const progress = part.querySelector('progress')!
  const status = part.querySelector('[role=status]')!
  const size = part.querySelector('[data-size]')!
  const say = (text: string, values: Record<string, string | number> = {}) => {
    status.textContent = text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''))
  }

  keep.addEventListener('click', () => void run())
  remove.addEventListener(
    'click',
    () => void removePack(id, language).then(() => location.reload()),
  )
  await show()
  keep.hidden = !keep.isConnected || keep.dataset.done !== undefined

  /** Shows what is here, and what has changed since. */
  async function show() {
    const kept = await keptPacks().then(
      (packs) => packs.find((pack) => pack.id === id && pack.language === language) ?? null,
      () => undefined,
    )
    if (kept === undefined) {
      say(texts.refused)
      keep.dataset.done = ''
      return
    }
    if (kept === null) return
    remove.hidden = false
    say(texts.done, { size: sizeText(kept.bytes) })
    keep.dataset.done = ''
    const current = await fetchIndex(index).catch(() => null)
    const changed = current ? await missingPages(current, language) : []
    if (changed.length === 0) return
    delete keep.dataset.done
    keep.textContent = texts.update
    size.textContent = texts.changed
      .replace('{count}', String(changed.length))
      .replace('{size}', sizeText(changed.reduce((sum, { bytes }) => sum + bytes, 0)))
  }

  async function run() {
    keep.disabled = true
    const current = await fetchIndex(index).catch(() => null)
    const outcome = current ? await keepAll(current) : ('broken' as const)
    keep.disabled = false
    if (outcome !== null) return say(texts[outcome], { done: progress.value, count: progress.max })
    progress.hidden = true
    keep.hidden = true
    await show()
  }

  async function keepAll(pack: PackIndex) {
    progress.hidden = false
    progress.max = pack.pages.length
    // Without it the copies would open for nobody.
    if (!(await registerWorker()) && !import.meta.env.DEV) return 'refused' as const
    await navigator.storage.persist().catch(() => false)
    return keepPack(pack, { language, name, build: null }, (done) => {
      progress.value = done
      say(texts.progress, { done, count: pack.pages.length })
    })
  }
}
