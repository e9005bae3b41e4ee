import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { readContentFolder } from '../authoring/text-format/content-folder.ts'
import { locales, type Locale } from '../domain/locale.ts'

// The pictures that stand for pages where they are shared: one for each family of pages, each exam
// and each paper, in every language that it has. src/ui/meta.tsx names them; where one is missing,
// src/routes/site-files/share-images.ts sends the picture of what it belongs to.

/** `path`: below public/share. `above`: what the heading belongs to, if anything. */
export type SharePicture = { path: string; locale: Locale; above: string; heading: string }

/** What the file of a picture is called in itself, so that a changed title is noticed. */
export const titleOfPicture = ({ above, heading }: SharePicture) =>
  above === '' ? heading : `${above}: ${heading}`

export type Messages = Record<string, string>

/** The messages of a language that are plain texts. */
export async function messagesOf(locale: Locale): Promise<Messages> {
  const read: unknown = JSON.parse(await readFile(`locales/${locale}.json`, 'utf8'))
  const entries = Object.entries(v.parse(v.record(v.string(), v.unknown()), read))
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

const families: Record<string, (messages: Messages) => string | undefined> = {
  home: (messages) => messages.home_heading?.replaceAll('*', ''),
  exam: (messages) => messages.share_exam,
  paper: (messages) => messages.share_paper,
  cards: (messages) => messages.flash_cards,
  affairs: (messages) => messages.current_affairs,
  info: (messages) => messages.share_info,
}

const Catalogue = v.object({
  categories: v.array(v.object({ slug: v.string(), name: v.record(v.string(), v.string()) })),
})

/** A paper's exam, where its title does not begin with it. */
const lineAbove = (messages: Messages, exam: string, title: string) =>
  title.startsWith(exam) ? (messages.share_paper ?? '') : exam

/** All pictures that belong to the content of this project. Cost: reads the content folder. */
export async function sharePictures(): Promise<SharePicture[]> {
  const catalogue = v.parse(
    Catalogue,
    JSON.parse(await readFile('content/catalogue.json', 'utf8')) as unknown,
  )
  const { papers } = await readContentFolder('content')
  const perLocale = locales.map(async (locale): Promise<SharePicture[]> => {
    const messages = await messagesOf(locale)
    const nameOf = (slug: string) =>
      catalogue.categories.find((exam) => exam.slug === slug)?.name[locale] ?? ''
    const pictureOf = (name: string, above: string, heading = '') => ({
      ...{ path: `${name}-${locale}.png`, locale, above, heading },
    })
    return [
      ...Object.entries(families).map(([name, heading]) => pictureOf(name, '', heading(messages))),
      ...catalogue.categories.map(({ slug }) =>
        pictureOf(`${slug}/exam`, messages.share_exam ?? '', nameOf(slug)),
      ),
      ...papers.flatMap(({ slug, exam, title }) =>
        title[locale] === undefined
          ? []
          : [
              pictureOf(
                `${exam}/${slug}`,
                lineAbove(messages, nameOf(exam), title[locale]),
                title[locale],
              ),
            ],
      ),
    ]
  })
  return (await Promise.all(perLocale)).flat()
}
