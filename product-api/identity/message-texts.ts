import type { Locale } from './client-info.ts'

/** The SMS with a one-time code. Its last line lets the phone's browser fill the code in (WebOTP), on the site's host alone. */
export function otpSmsText(locale: Locale, code: string, siteHost: string | null): string {
  const sentence = {
    kn: `ಅಭ್ಯಾಸ: ನಿಮ್ಮ ಒಟಿಪಿ (OTP) ${code}. ಇದು 5 ನಿಮಿಷ ಮಾನ್ಯ. ಇದನ್ನು ಯಾರಿಗೂ ತಿಳಿಸಬೇಡಿ.`,
    en: `Abhyasa: your OTP is ${code}. It is valid for 5 minutes. Do not share it with anyone.`,
    te: `అభ్యాస: మీ ఓటీపీ (OTP) ${code}. ఇది 5 నిమిషాలు చెల్లుతుంది. దీన్ని ఎవరికీ చెప్పకండి.`,
  }[locale]
  // The format knows hosts, not ports.
  const host = siteHost?.replace(/:\d+$/, '')
  return host === undefined ? sentence : `${sentence}\n\n@${host} #${code}`
}

/** The letter to somebody who forgot the password: a link that works once, for an hour. */
export function passwordResetMail(locale: Locale, link: string): { subject: string; text: string } {
  return {
    kn: {
      subject: 'ಅಭ್ಯಾಸ: ಹೊಸ ಪಾಸ್‌ವರ್ಡ್',
      text: `ಹೊಸ ಪಾಸ್‌ವರ್ಡ್ ಇಟ್ಟುಕೊಳ್ಳಲು ಈ ಕೊಂಡಿಯನ್ನು ತೆರೆಯಿರಿ:\n\n${link}\n\nಇದು ಒಂದು ಗಂಟೆ ಮಾನ್ಯ, ಒಮ್ಮೆ ಮಾತ್ರ ಕೆಲಸ ಮಾಡುತ್ತದೆ. ನೀವು ಇದನ್ನು ಕೇಳಿರದಿದ್ದರೆ ಏನೂ ಮಾಡಬೇಕಾಗಿಲ್ಲ: ನಿಮ್ಮ ಪಾಸ್‌ವರ್ಡ್ ಹಾಗೆಯೇ ಇರುತ್ತದೆ.\n`,
    },
    en: {
      subject: 'Abhyasa: a new password',
      text: `Open this link to choose a new password:\n\n${link}\n\nIt works once, within an hour. If you did not ask for it, there is nothing to do: your password stays as it is.\n`,
    },
    te: {
      subject: 'అభ్యాస: కొత్త పాస్‌వర్డ్',
      text: `కొత్త పాస్‌వర్డ్ పెట్టుకోవడానికి ఈ లింక్ తెరవండి:\n\n${link}\n\nఇది ఒక గంటలోపు, ఒక్కసారి మాత్రమే పనిచేస్తుంది. మీరు దీన్ని అడగకపోతే ఏమీ చేయనవసరం లేదు: మీ పాస్‌వర్డ్ అలాగే ఉంటుంది.\n`,
    },
  }[locale]
}
