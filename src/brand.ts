import { recordOfLocales, type Locale } from '../domain/locale.ts'
import type { Settings } from './config.ts'
import { messagesFor } from './ui/messages.ts'

/** The site's name and its operator's addresses. The addresses are settings with defaults. */
export type Brand = {
  name: Record<Locale, string>
  supportEmail: string
  /** The grievance contact for personal data; `officer` may be empty. */
  grievance: { officer: string; email: string }
  appId: string
  appStoreUrl: string
  socialLinks: readonly { name: string; url: string }[]
}

const brandName = recordOfLocales((locale) => messagesFor(locale).brand_name())

export function brandOf(settings: Settings): Brand {
  const supportEmail = settings.SUPPORT_EMAIL || 'support@abhyasa.example'
  const appId = settings.ANDROID_APP_ID || 'in.abhyasa.app'
  return {
    name: brandName,
    supportEmail,
    grievance: {
      officer: settings.GRIEVANCE_OFFICER,
      email: settings.GRIEVANCE_EMAIL || supportEmail,
    },
    appId,
    appStoreUrl: `https://play.google.com/store/apps/details?id=${appId}`,
    socialLinks: parseLinks(
      settings.SOCIAL_LINKS ||
        'YouTube https://www.youtube.com/@abhyasa.example, Telegram https://t.me/abhyasa_example',
    ),
  }
}

/** Parses 'YouTube https://…, Telegram https://…'. */
function parseLinks(setting: string) {
  return setting.split(',').flatMap((entry) => {
    const [, name, url] = /^\s*(.+?)\s+(https:\/\/\S+)\s*$/.exec(entry) ?? []
    return name && url ? [{ name, url }] : []
  })
}
