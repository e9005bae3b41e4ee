const minuteMs = 60_000

/** Screen readers announce the remaining time when one of these is reached. */
const announcedMs = [30 * minuteMs, 15 * minuteMs, 5 * minuteMs, minuteMs, 30_000]
/** The text of an announcement stays for so long. */
const announcementMs = 10_000

/** The remaining ms to announce now; undefined between announcements. */
export const announcedTime = (leftMs: number): number | undefined =>
  announcedMs.find((at) => leftMs <= at && leftMs > at - announcementMs)
