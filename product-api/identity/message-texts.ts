import { translationFor, type Locale, type Translations } from '../../domain/locale.ts'

const otpSentences: Translations<(otp: string) => string> = {
  kn: (otp) => `ಅಭ್ಯಾಸ: ನಿಮ್ಮ ಒಟಿಪಿ (OTP) ${otp}. ಇದು 5 ನಿಮಿಷ ಮಾನ್ಯ. ಇದನ್ನು ಯಾರಿಗೂ ತಿಳಿಸಬೇಡಿ.`,
  en: (otp) =>
    `Abhyasa: your OTP is ${otp}. It is valid for 5 minutes. Do not share it with anyone.`,
  te: (otp) => {
    const sentence = `అభ్యాస: మీ ఓటీపీ (OTP) ${otp}. ఇది 5 నిమిషాలు చెల్లుతుంది.`
    return `${sentence} దీన్ని ఎవరికీ చెప్పకండి.`
  },
}

/** The SMS with a one-time code. Its last line lets the phone's browser fill in the code (WebOTP),
 *  on the site's host only. */
export function otpSmsText(locale: Locale, code: string, siteHost: string | null): string {
  const sentence = translationFor(otpSentences, locale)(code)
  // The WebOTP format has no ports.
  const host = siteHost?.replace(/:\d+$/, '')
  return host === undefined ? sentence : `${sentence}\n\n@${host} #${code}`
}

type Mail = { subject: string; text: (link: string) => string }

const passwordResetMails: Translations<Mail> = {
  kn: {
    subject: 'ಅಭ್ಯಾಸ: ಹೊಸ ಪಾಸ್‌ವರ್ಡ್',
    text: (link) =>
      `ಹೊಸ ಪಾಸ್‌ವರ್ಡ್ ಇಟ್ಟುಕೊಳ್ಳಲು ಈ ಕೊಂಡಿಯನ್ನು ತೆರೆಯಿರಿ:\n\n${link}\n\n` +
      'ಇದು ಒಂದು ಗಂಟೆ ಮಾನ್ಯ, ಒಮ್ಮೆ ಮಾತ್ರ ಕೆಲಸ ಮಾಡುತ್ತದೆ. ನೀವು ಇದನ್ನು ಕೇಳಿರದಿದ್ದರೆ ಏನೂ ' +
      'ಮಾಡಬೇಕಾಗಿಲ್ಲ: ನಿಮ್ಮ ಪಾಸ್‌ವರ್ಡ್ ಹಾಗೆಯೇ ಇರುತ್ತದೆ.\n',
  },
  en: {
    subject: 'Abhyasa: a new password',
    text: (link) =>
      `Open this link to choose a new password:\n\n${link}\n\n` +
      'It works once, within an hour. If you did not ask for it, there is nothing to do: ' +
      'your password stays as it is.\n',
  },
  te: {
    subject: 'అభ్యాస: కొత్త పాస్‌వర్డ్',
    text: (link) =>
      `కొత్త పాస్‌వర్డ్ పెట్టుకోవడానికి ఈ లింక్ తెరవండి:\n\n${link}\n\n` +
      'ఇది ఒక గంటలోపు, ఒక్కసారి మాత్రమే పనిచేస్తుంది. మీరు దీన్ని అడగకపోతే ఏమీ చేయనవసరం ' +
      'లేదు: మీ పాస్‌వర్డ్ అలాగే ఉంటుంది.\n',
  },
}

/** The mail to somebody who forgot the password: a link that works once, within an hour. */
export function passwordResetMail(locale: Locale, link: string): { subject: string; text: string } {
  const { subject, text } = translationFor(passwordResetMails, locale)
  return { subject, text: text(link) }
}
