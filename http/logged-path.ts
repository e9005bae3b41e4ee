/** A request's path for the log, without the token of a one-time link: whoever reads the log could
 *  open it. */
export const loggedPath = (path: string): string =>
  path.replace(/(\/(?:handoff|enrol)\/)[^/?#]+/, '$1…')
