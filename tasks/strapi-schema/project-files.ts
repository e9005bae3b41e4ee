import {
  components,
  contentTypeNames,
  contentTypes,
  userAttributes,
  type Attribute,
  type Attributes,
  type ContentTypeName,
} from './content-types.ts'

/** The files of a Strapi 5 or 4 project, by their path in it, that give it the content types,
 *  components and attributes of members that the site reads. */
export function projectFiles(): Map<string, string> {
  const files = new Map<string, string>()
  for (const name of contentTypeNames) {
    const folder = `src/api/${name}`
    files.set(`${folder}/content-types/${name}/schema.json`, json(contentTypeSchema(name)))
    for (const part of ['controller', 'route', 'service'] as const)
      files.set(`${folder}/${part}s/${name}.js`, coreFactory(name, part))
  }
  for (const [uid, attributes] of Object.entries(components)) {
    const [category = '', name = ''] = uid.split('.')
    const schema = {
      collectionName: `components_${category}_${name}s`,
      info: { displayName: `${category} ${name}` },
      options: {},
      attributes: strapiAttributes(attributes, false),
    }
    files.set(`src/components/${category}/${name}.json`, json(schema))
  }
  files.set('src/extensions/users-permissions/strapi-server.js', userExtension)
  return files
}

/** What an operator sets by hand: it belongs to the project, or is stored in its database. */
export function settingsByHand(): string {
  const accepted = Object.entries(userAttributes).flatMap(([name, { isAccepted }]) =>
    isAccepted ? [`'${name}'`] : [],
  )
  const actions = contentTypeNames.map(
    (name) => `     ${name}: ${contentTypes[name].publicActions.join(', ')}`,
  )
  return [
    'Then, in the Strapi project:',
    '1. Settings > Internationalization: add kn, en and te.',
    '2. Settings > Users & Permissions > Roles > Public, and nothing else:',
    ...actions,
    '3. config/plugins.js (or .ts), so that registering stores these:',
    `     'users-permissions': { config: { register: {`,
    `       allowedFields: [${accepted.join(', ')}] } } }`,
    '4. Settings > Users & Permissions > Advanced: "Enable email confirmation" off.',
  ].join('\n')
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

function contentTypeSchema(name: ContentTypeName) {
  const { plural, displayName, isLocalized, publicActions, attributes } = contentTypes[name]
  return {
    kind: 'collectionType',
    collectionName: plural.replaceAll('-', '_'),
    info: { singularName: name, pluralName: plural, displayName },
    options: { draftAndPublish: publicActions.includes('find') },
    pluginOptions: { i18n: { localized: isLocalized } },
    attributes: strapiAttributes(attributes, isLocalized),
  }
}

const strapiAttributes = (attributes: Attributes, isLocalized: boolean) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      {
        ...strapiType(attribute),
        ...(attribute.isRequired && { required: true }),
        ...(isLocalized &&
          attribute.type !== 'relation' && {
            pluginOptions: { i18n: { localized: attribute.isLocalized ?? false } },
          }),
      },
    ]),
  )

function strapiType(attribute: Attribute) {
  switch (attribute.type) {
    case 'relation': {
      const relation = attribute.isMany ? 'manyToMany' : 'manyToOne'
      return { type: 'relation', relation, target: `api::${attribute.to}.${attribute.to}` }
    }
    case 'component':
      return {
        type: 'component',
        repeatable: attribute.isRepeatable,
        component: attribute.component,
      }
    case 'media':
      return { type: 'media', multiple: false, allowedTypes: ['images'] }
    case 'enumeration':
      return { type: 'enumeration', enum: attribute.values }
    case 'string':
    case 'text':
    case 'richtext':
    case 'json':
    case 'integer':
    case 'boolean':
    case 'date':
      return { type: attribute.type }
  }
}

const factoryOf = {
  controller: 'createCoreController',
  route: 'createCoreRouter',
  service: 'createCoreService',
}

const coreFactory = (name: ContentTypeName, part: keyof typeof factoryOf) => `'use strict'

const { factories } = require('@strapi/strapi')

module.exports = factories.${factoryOf[part]}('api::${name}.${name}')
`

const userExtension = `'use strict'

module.exports = (plugin) => {
  Object.assign(plugin.contentTypes.user.schema.attributes, ${JSON.stringify(
    strapiAttributes(userAttributes, false),
    null,
    2,
  ).replaceAll('\n', '\n  ')})
  return plugin
}
`
