import { describe, expect, it } from 'vitest'
import { minute, simulateHall, tap } from '../support/simulated-hall.ts'

const hour = 60 * minute

/** How far a journal's clock is from the server's, to the second. */
const wrongBySec = (journal: { now: () => number }, time: { now: () => number }) =>
  Math.round((journal.now() - time.now()) / 1000) + 0

describe('the clock of a journal', () => {
  it('follows the server’s clock when the phone’s own clock is wrong', async () => {
    const { device, open, time } = simulateHall()
    device.setClock(-3 * hour)
    const journal = await open()
    expect(wrongBySec(journal, time)).toBe(0)
    device.setClock(5 * hour)
    await time.pass(minute)
    expect(wrongBySec(journal, time)).toBe(0)
    expect(journal.status.isClockConfirmed).toBe(true)
  })

  it('stays right after an offline reload when the phone’s clock was wrong before it', async () => {
    const { device, open, time } = simulateHall()
    const first = await open()
    device.setOnline(false)
    device.setClock(7 * hour)
    first.write(tap(0, 1))
    first.page.kill()
    await time.pass(10 * minute)
    const second = await open({ isOfflineCopy: true })
    expect(wrongBySec(second, time)).toBe(0)
    expect(second.status.isClockConfirmed).toBe(false)
  })

  it('never goes back when the phone’s clock is set back while the page is closed', async () => {
    const { device, open, time } = simulateHall()
    const first = await open()
    device.setOnline(false)
    await time.pass(20 * minute)
    first.write(tap(0, 1))
    const said = first.now()
    first.page.kill()
    device.setClock(-9 * hour)
    const second = await open({ isOfflineCopy: true })
    expect(second.now()).toBeGreaterThanOrEqual(said)
  })

  it('includes the time during which the phone slept', async () => {
    const { device, open, time } = simulateHall()
    const journal = await open()
    device.setOnline(false)
    await device.sleep(15 * minute)
    expect(wrongBySec(journal, time)).toBe(0)
  })

  it('is corrected by the next answer of the server', async () => {
    const { device, open, time } = simulateHall()
    const first = await open()
    device.setOnline(false)
    first.write(tap(0, 1))
    first.page.kill()
    device.setClock(3 * hour)
    const second = await open({ isOfflineCopy: true })
    expect(wrongBySec(second, time)).toBe(3 * 3600)
    device.setOnline(true)
    await time.pass(3000)
    expect(wrongBySec(second, time)).toBe(0)
    expect(second.status.isClockConfirmed).toBe(true)
  })
})

describe('the end of an attempt', () => {
  it('submits what was saved when the time is over', async () => {
    const { endsAtMs, open, server, time, savedOnServer } = simulateHall()
    const journal = await open()
    journal.write(tap(0, 1))
    await time.pass(endsAtMs - time.now() + 500)
    const outcome = journal.submit('clock')
    await time.pass(5000)
    expect(await outcome).toBe('submitted')
    expect(savedOnServer()).toEqual({ question0: 1 })
    expect([...server.rows.values()].map(({ standing }) => standing)).toEqual([
      'counted',
      'counted',
    ])
  })

  it('does not come early on an offline phone whose clock is three hours ahead', async () => {
    const { device, open, time, server } = simulateHall()
    const first = await open()
    device.setOnline(false)
    first.write(tap(0, 1))
    first.page.kill()
    device.setClock(3 * hour)
    const second = await open({ isOfflineCopy: true })
    const early = second.submit('clock')
    await time.pass(minute)
    expect(await early).toBe('waiting')
    expect(second.state.isSubmitted).toBe(false)
    device.setOnline(true)
    await time.pass(minute)
    expect(server.isSubmitted()).toBe(false)
    second.write(tap(1, 2))
    await time.pass(5000)
    expect(server.state().questions.get('question1')?.saved).toBe(2)
  })

  it('that passed offline is confirmed by the server before it counts', async () => {
    const { device, endsAtMs, open, server, time } = simulateHall()
    const first = await open()
    device.setOnline(false)
    first.write(tap(0, 1))
    first.page.kill()
    await time.pass(endsAtMs - time.now() + hour)
    const second = await open({ isOfflineCopy: true })
    const outcome = second.submit('clock')
    await time.pass(minute)
    expect(await outcome).toBe('waiting')
    device.setOnline(true)
    await time.pass(10_000)
    expect(server.isSubmitted()).toBe(true)
    expect([...server.rows.values()].every(({ standing }) => standing === 'counted')).toBe(true)
  })

  it('counts answers given in time on a phone whose clock is wrong', async () => {
    const { device, endsAtMs, open, server, time } = simulateHall()
    const first = await open()
    device.setOnline(false)
    first.write(tap(0, 1))
    first.page.kill()
    device.setClock(3 * hour)
    const second = await open({ isOfflineCopy: true })
    second.write(tap(1, 2))
    await time.pass(endsAtMs - time.now() + hour)
    device.setOnline(true)
    await time.pass(10_000)
    expect([...server.rows.values()].map(({ standing }) => standing)).toEqual([
      'counted',
      'counted',
    ])
  })
})
