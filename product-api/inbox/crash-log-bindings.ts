/** The part of Cloudflare's AnalyticsEngineDataset that this project needs. */
export type LogDataset = {
  writeDataPoint: (point: { indexes: string[]; blobs: string[]; doubles: number[] }) => void
}

export type LogBindings = {
  /** Analytics Engine, where crashes go: kept for three months, at no cost of the database. Without
   *  it they are lines of the Worker's log. */
  CRASH_LOG?: LogDataset
  /** Instead of the dataset: an address that takes POST with a line of JSON, such as the emulator
   *  of a local run, where the dataset stores nothing. */
  CRASH_LOG_URL?: string
}
