import { describe, expect, it } from 'vitest'
import { signOf } from '../../client/device/journal/save-sign.ts'
import { minute, simulateHall, tap } from '../support/simulated-hall.ts'

// Several devices and tabs, and networks that are none.

describe('two devices that are both online', () => {
  it('tell the reader when the one that had not fetched an answer replaces it', async () => {
    const { open, anotherDevice, time, savedOnServer } = simulateHall()
    const phone = await open()
    const laptop = await open({ device: anotherDevice() })
    phone.write(tap(0, 1))
    await time.pass(5000)
    laptop.write(tap(0, 2))
    await time.pass(5000)
    expect(savedOnServer()).toEqual({ question0: 2 })
    const told = { number: 1, kept: { option: 2 }, replaced: { option: 1 } }
    expect(laptop.status.replaced).toMatchObject([told])
    phone.page.dispatch('shown')
    await time.pass(5000)
    expect(phone.status.replaced).toMatchObject([told])
    phone.write(tap(0, 3))
    await time.pass(5000)
    expect(phone.status.replaced).toEqual([])
  })

  it('take no answer back where one saves the blank that it shows', async () => {
    const { open, anotherDevice, time, savedOnServer } = simulateHall()
    const phone = await open()
    const laptop = await open({ device: anotherDevice() })
    phone.write(tap(0, 1))
    phone.write(tap(1, 2))
    await time.pass(5000)
    laptop.write(tap(0, null))
    laptop.write(tap(1, null, 'mark'))
    await time.pass(5000)
    expect(savedOnServer()).toEqual({ question0: 1, question1: 2 })
    expect(laptop.state.questions.get('question0')?.saved).toBe(1)
    expect(laptop.state.questions.get('question1')).toMatchObject({ saved: 2, isMarked: true })
  })

  it('tell of an answer that came between the tap and its saving', async () => {
    const { open, anotherDevice, time } = simulateHall()
    const phone = await open()
    const laptop = await open({ device: anotherDevice() })
    laptop.write(tap(0, 2, 'choose'))
    phone.write(tap(0, 1))
    await time.pass(3000)
    laptop.page.dispatch('shown')
    await time.pass(3000)
    laptop.write(tap(0, 2))
    await time.pass(3000)
    expect(laptop.status.replaced).toMatchObject([{ kept: { option: 2 }, replaced: { option: 1 } }])
  })

  it('know over a reload what they had fetched', async () => {
    const { open, device, anotherDevice, time } = simulateHall()
    const other = anotherDevice()
    const laptop = await open({ device: other })
    const phone = await open()
    phone.write(tap(0, 1))
    await time.pass(3000)
    laptop.write(tap(0, 2, 'choose'))
    other.setOnline(false)
    laptop.write(tap(0, 2))
    laptop.page.kill()
    await time.pass(minute)
    const again = await open({ device: other, isOfflineCopy: true })
    other.setOnline(true)
    await time.pass(5000)
    expect(again.status.replaced).toMatchObject([{ kept: { option: 2 }, replaced: { option: 1 } }])
    expect(device.condition.isOnline).toBe(true)
  })
})

describe('two tabs of one device', () => {
  it('say "on this phone" of each other’s events only when these are stored', async () => {
    const { device, open, time } = simulateHall()
    const one = await open()
    const other = await open()
    device.setOnline(false)
    Object.assign(device.condition, { localStorageIsFull: true, databaseIs: 'full' })
    other.write(tap(0, 1))
    await time.pass(8000)
    expect(one.state.questions.get('question0')?.saved).toBe(1)
    expect(signOf(one.status)).toMatchObject({ kind: 'offline', isStored: false })
    other.page.kill()
    Object.assign(device.condition, { localStorageIsFull: false, databaseIs: 'fine' })
    one.write(tap(1, 1))
    await time.pass(8000)
    expect(signOf(one.status)).toMatchObject({ kind: 'offline', isStored: true })
    one.page.kill()
    const again = await open({ isOfflineCopy: true })
    expect(again.state.questions.get('question0')?.saved).toBe(1)
  })
})

describe('a device with a slow link and a long journal', () => {
  it('sends its answers, and reads the others’ in pages that fit', async () => {
    const maxBytes = 24_000
    let isSlow = false
    const { open, anotherDevice, server, time, savedOnServer } = simulateHall({
      through: (answer) => async (method, path, body) => {
        const response = await answer(method, path, body)
        const isTooLong = isSlow && (await response!.clone().text()).length > maxBytes
        return isTooLong ? null : response
      },
    })
    const laptop = await open({ device: anotherDevice() })
    for (let count = 0; count < 1500; count++) laptop.write(tap(count % 50, 1, 'visit'))
    laptop.write(tap(1, 1))
    await time.pass(minute)
    expect(server.rows.size).toBe(1501)
    laptop.page.close()
    isSlow = true
    const phone = await open()
    phone.write(tap(2, 2))
    await time.pass(15_000)
    expect(savedOnServer()).toEqual({ question1: 1, question2: 2 })
    await time.pass(5 * minute)
    expect(phone.state.questions.get('question1')?.saved).toBe(1)
    expect(phone.state.questions.get('question1')?.spentMs).toBe(31_000)
  })
})

describe('the page of a Wi-Fi network in place of the site', () => {
  it('is no answer of the site, whatever its status', async () => {
    for (const status of [200, 400, 401, 403, 404, 405, 413, 422]) {
      let isPortal = false
      const { open, time, savedOnServer } = simulateHall({
        through: (answer) => (method, path, body) =>
          isPortal
            ? new Response('<html>Sign in to our Wi-Fi</html>', { status })
            : answer(method, path, body),
      })
      const phone = await open()
      isPortal = true
      phone.write(tap(0, 1))
      await time.pass(20_000)
      expect(phone.status, `${status}`).toMatchObject({
        ...{ barrier: null, refused: 0, isOnline: false, unsent: 1 },
      })
      isPortal = false
      await time.pass(minute)
      expect(savedOnServer()).toEqual({ question0: 1 })
    }
  })
})

it('what the server refused is sent at once when there is network again', async () => {
  const { open, device, server, time, savedOnServer } = simulateHall()
  const phone = await open()
  server.condition.mood = 'rejects'
  phone.write(tap(0, 1))
  await time.pass(2 * minute)
  expect(phone.status.refused).toBe(1)
  device.setOnline(false)
  server.condition.mood = 'fine'
  await time.pass(1000)
  device.setOnline(true)
  await time.pass(2000)
  expect(savedOnServer()).toEqual({ question0: 1 })
})

it('offline reloads with a failing IndexedDB leave no gap in the ticks', async () => {
  const { open, device, server, time } = simulateHall()
  const first = await open()
  device.setOnline(false)
  device.condition.databaseIs = 'silent'
  first.page.kill()
  for (let count = 0; count < 25; count++) {
    const phone = await open({ isOfflineCopy: true })
    phone.write(tap(count, 1))
    await time.pass(100)
    phone.page.kill()
  }
  device.condition.databaseIs = 'fine'
  await open({ isOfflineCopy: true })
  device.setOnline(true)
  await time.pass(5000)
  const ticks = [...server.rows.values()].map(({ event }) => event.tick)
  expect(ticks.length).toBe(25)
  expect(Math.max(...ticks)).toBe(25)
})
