/** A submission made by the clock is provisional until so many hours after the attempt's end:
 *  answers that were given in time and arrive until then still count. Pages state this number. */
export const provisionalHours = 48

const hourMs = 3_600_000

/** Until when answers given in time are awaited, in ms since 1970. */
export const provisionalUntilMs = (endsAtMs: number) => endsAtMs + provisionalHours * hourMs
