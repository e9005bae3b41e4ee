import { parseArgs, type ParseArgsConfig } from 'node:util'

/** The parsed arguments of a command. Where an argument is wrong, prints the reason and the usage
 *  and ends the process with status 1. */
export function parseArguments<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
) {
  try {
    return parseArgs(config)
  } catch (error) {
    console.error(`✗ ${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    process.exit(1)
  }
}

/** Options that each take one text, for `parseArguments`. */
export const stringOptions = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, { type: 'string' }])) as Record<
    Name,
    { type: 'string' }
  >
