import { parseArgs, type ParseArgsConfig } from 'node:util'

/** What a command was told, or the end of it: what is wrong and how it is used, where it was told something that it does not know. */
export function readArguments<const Config extends ParseArgsConfig>(usage: string, config: Config) {
  try {
    return parseArgs(config)
  } catch (error) {
    console.error(`✗ ${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    process.exit(1)
  }
}
