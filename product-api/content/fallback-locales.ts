const chains: Record<string, readonly [string, string, string]> = {
  kn: ['kn', 'en', 'te'],
  en: ['en', 'kn', 'te'],
  te: ['te', 'en', 'kn'],
}

/** Which text to show where a language is missing: te -> en -> kn, kn -> en -> te, en -> kn -> te. */
export const fallbackLocales = (locale: string) => chains[locale] ?? chains.kn!
