import { existsSync, globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

// Amounts are whole minor units from end to end. What could make a float of one does not stand in
// the files that handle them.

const files = [
  ...globSync('product-api/payments/**/*.ts'),
  ...globSync('product-api/content/subscription-plans.ts'),
  ...globSync('tasks/{refund,payments-*}.ts'),
  ...globSync(
    '{domain,src/api-client,src/addresses}/{money,payment*,plan*,subscription*,checkout*}.ts',
  ),
  ...globSync('src/routes/{checkout,payment}/*.{ts,tsx}'),
  ...globSync('src/ui/{bill,payment*}.{ts,tsx}'),
  ...globSync('client/islands/{pay,checkout,payment}*.{ts,tsx}'),
]

/** What is no amount, word for word: moments, numbers of rows and lines, letters of an id, an
 *  argument of a command. */
const allowed = [
  '(BigInt(minor) * BigInt(part)) / BigInt(whole)',
  'Number(value)',
  'Number(rest & 31n)',
  'Number(values.port)',
  'Number(values.days)',
  'Number(user)',
  'Number(nextCursor)',
  'Number(cursor ?? 0)',
  '((untilMs - fromMs) * (part - 1)) / parts',
  '((untilMs - fromMs) * part) / parts',
  'ms / 1000',
  'Math.ceil(total / pageSize)',
  'Math.floor((now.getTime() + maxStatusMs) / dayMs) * 86_400',
  '(now.getTime() + maxStatusMs) / dayMs',
  '(Date.parse(endsAt) - nowMs) / dayMs',
  "Number(c.req.header('content-length') ?? 0)",
]

const words = /minor|amount|price|credit|total|sum\b/i
const makers = [
  'parseFloat',
  'toFixed',
  'toPrecision',
  'toExponential',
  'fround',
  'NumberFormat',
  'toLocaleString',
]

/** Why a node might make a float of an amount; null where it cannot. */
function floatSourceOf(node: ts.Node, source: ts.SourceFile): string | null {
  if (ts.isIdentifier(node) && makers.includes(node.text)) return node.text
  if (ts.isNumericLiteral(node) && /[.e]/i.test(node.getText(source).replace(/^0x.*/i, '')))
    return 'a decimal'
  if (ts.isCallExpression(node) && node.expression.getText(source) === 'Number') return 'Number()'
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.PlusToken)
    return 'unary plus'
  if (!ts.isBinaryExpression(node)) return null
  const { kind } = node.operatorToken
  // An operand with a bigint in it is a bigint: TypeScript mixes them with no numbers.
  const isWithBigint = [node.left, node.right].some((operand) =>
    /\b\d+n\b/.test(operand.getText(source)),
  )
  if (
    [
      ts.SyntaxKind.SlashToken,
      ts.SyntaxKind.SlashEqualsToken,
      ts.SyntaxKind.AsteriskAsteriskToken,
      ts.SyntaxKind.PercentToken,
    ].includes(kind) &&
    !isWithBigint &&
    !(kind === ts.SyntaxKind.PercentToken && /\.length$/.test(node.right.getText(source)))
  )
    return node.operatorToken.getText(source)
  return kind === ts.SyntaxKind.AsteriskToken &&
    words.test(node.getText(source)) &&
    !/BigInt\(/.test(node.getText(source))
    ? '* of an amount'
    : null
}

function findingsIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true)
  const findings: string[] = []
  const visit = (node: ts.Node) => {
    if (allowed.includes(node.getText(source))) return
    const finding = floatSourceOf(node, source)
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    if (finding !== null)
      findings.push(`${file}:${line + 1} ${finding}: ${node.getText(source).slice(0, 60)}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return findings
}

/** SQL in which an amount is divided, multiplied or rounded. */
const sqlOnAmounts =
  /_minor[^,)\n]*\s[*/]\s|\s[*/]\s*[\w.]*_minor|\bround\s*\(|\bavg\s*\(|\bCAST\b|\bREAL\b/i

describe('no float touches an amount', () => {
  it('is not made by the code that handles money', () => {
    expect(files.length).toBeGreaterThan(30)
    expect(files.flatMap(findingsIn)).toEqual([])
  })

  it('is not made by its SQL', () => {
    const texts = [
      ...files.filter((file) => file.startsWith('product-api/')),
      'product-api/migrations/0008_payments.sql',
      'authoring/loading/sql/catalogue.sql',
    ].map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    expect(
      texts
        .filter(({ text }) => sqlOnAmounts.test(text.replace(/^\s*(\/\/|--|\*|\/\*).*$/gm, '')))
        .map(({ file }) => file),
    ).toEqual([])
  })

  it('is rejected by the database, whose amounts are checked integers', () => {
    const sql = ['0001_content', '0008_payments']
      .map((name) => readFileSync(`product-api/migrations/${name}.sql`, 'utf8'))
      .join('\n')
    const columns = sql.split('\n').filter((line) => /^\s+\w+_minor\b/.test(line))
    expect(columns).toHaveLength(8)
    for (const column of columns)
      expect(column).toMatch(
        /_minor INTEGER\b.*CHECK \(typeof\(\w+\) (= 'integer'|IN \('null', 'integer'\))/,
      )
  })

  it('is found by this test in a sample', () => {
    const source = ts.createSourceFile(
      'x.ts',
      'const a = amountMinor / 100; const b = Number(text); const c = 0.5; ' +
        'const d = x.toFixed(2); const e = +y; const f = priceMinor * 3',
      ts.ScriptTarget.ESNext,
      true,
    )
    const findings: string[] = []
    const visit = (node: ts.Node) => {
      const finding = floatSourceOf(node, source)
      if (finding !== null) findings.push(finding)
      ts.forEachChild(node, visit)
    }
    visit(source)
    expect(findings).toEqual([
      '/',
      'Number()',
      'a decimal',
      'toFixed',
      'unary plus',
      '* of an amount',
    ])
    expect(existsSync('product-api/payments/money.ts')).toBe(true)
  })
})
