import type { Page } from 'playwright/test'
import { expect, test } from '../support/page.ts'

/** Voices in place of the phone's; what is spoken is in `window.spoken`. */
const useVoices = (page: Page, languages: string[]) =>
  page.addInitScript((tags) => {
    const spoken: string[] = []
    const synthesis = Object.assign(new EventTarget(), {
      speaking: false,
      getVoices: () => tags.map((lang) => ({ lang })),
      speak(speech: { lang: string; text: string }) {
        synthesis.speaking = true
        spoken.push(`${speech.lang} ${speech.text}`)
      },
      cancel() {
        synthesis.speaking = false
      },
    })
    class Utterance {
      lang = ''
      voice = null
      text: string
      constructor(text: string) {
        this.text = text
      }
    }
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis })
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance })
    Object.assign(window, { spoken })
  }, languages)

const spoken = (page: Page) =>
  page.evaluate(() => (window as unknown as { spoken: string[] }).spoken)

test('a day’s news is read aloud in its language at a tap, and stopped by another', async ({
  page,
}) => {
  await useVoices(page, ['en-IN', 'te-IN'])
  await page.goto('/te/current-affairs/2026-11-01')
  const button = page.locator('read-aloud button')
  await expect(button).toHaveText('చదివి వినిపించండి')
  expect(await spoken(page)).toEqual([])
  await button.click()
  await expect(button).toHaveText('చదవడం ఆపండి')
  const texts = await spoken(page)
  expect(texts.length).toBeGreaterThan(3)
  expect(texts.every((text) => text.startsWith('te-IN '))).toBe(true)
  await button.click()
  await expect(button).toHaveText('చదివి వినిపించండి')
})

test('a phone without a voice of the language shows no button', async ({ page }) => {
  await useVoices(page, ['en-US'])
  await page.goto('/current-affairs/2026-11-01')
  await expect(page.locator('read-aloud button')).toBeHidden()
})
