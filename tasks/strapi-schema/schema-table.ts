import {
  components,
  contentTypeNames,
  contentTypes,
  userAttributes,
  type Attribute,
} from './content-types.ts'

/** The rows of the README's table of types and components, which tests/docs.test.ts compares. */
export function schemaRows(): string[] {
  return [
    ...contentTypeNames.map((name) => {
      const { plural, attributes, publicActions } = contentTypes[name]
      return row(plural, attributes, publicActions.join(', '))
    }),
    row('users', userAttributes, ''),
    ...Object.entries(components).map(([uid, attributes]) => row(uid, attributes, '')),
  ]
}

const row = (name: string, attributes: Readonly<Record<string, Attribute>>, role: string) =>
  `| \`${name}\` | ${Object.entries(attributes).map(attributeText).join(', ')} | ${role} |`

function attributeText([name, attribute]: [string, Attribute]): string {
  const signs = `${attribute.isRequired ? '*' : ''}${attribute.isLocalized ? '~' : ''}`
  return `\`${name}\`${signs} ${typeText(attribute)}`
}

function typeText(attribute: Attribute): string {
  switch (attribute.type) {
    case 'relation':
      return `→ ${attribute.to}${attribute.isMany ? ', many' : ''}`
    case 'component':
      return `${attribute.component}, repeatable`
    case 'enumeration':
      return `(${attribute.values.join(', ')})`
    case 'media':
    case 'string':
    case 'text':
    case 'richtext':
    case 'json':
    case 'integer':
    case 'boolean':
    case 'date':
      return attribute.type
  }
}
