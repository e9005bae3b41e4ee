import type { PaymentProviderFacts } from '../../../domain/payment-providers.ts'

/** The provider's facts, which otherwise are in domain/payment-providers.ts. */
export const bankTransferFacts: PaymentProviderFacts = {
  id: 'bank-transfer',
  name: 'Bank transfer',
  methodName: 'Bank transfer (NEFT)',
  market: 'india',
  usualCurrency: 'INR',
  returns: [{ path: '/bank-transfer/return', outcome: 'paid', methods: ['GET'] }],
  returnParameters: [],
  webhookPath: null,
  minRefundMinor: 1,
  pageOrigins: ['https://bank.test'],
  launch: null,
  scripts: {},
}
