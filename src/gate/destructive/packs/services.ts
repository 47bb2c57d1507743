/** The further packs for services on the network: dns, cdn, messaging, search, monitoring, featureflags, payment, email. Off by default. */
import type { Pack } from '../rule.ts'

const curl = (pattern: string): Pack['rules'][number]['when'] => [{ value: { '-X|--request': '^(?:DELETE|delete)$' }, operand: pattern }]

/** A service that is reached by a program of its own and by its web interface. */
function service(name: string, title: string, programs: readonly string[], verbs: string, host: string, match: readonly string[], pass: readonly string[]): Pack {
  return {
    name, title,
    rules: [
      { id: `${name}/delete`, programs, when: [{ sub: ['**', verbs], without: ['--dry-run|-n', '--help|-h'] }], reason: 'deletes something that others rely on', instead: { command: `${programs[0] ?? ''} list`, text: 'shows what is there' }, match, pass: [...pass, `${programs[0] ?? ''} list`] },
      { id: `${name}/api-delete`, programs: ['curl', 'xh'], when: curl(host), reason: 'deletes something that others rely on', instead: { command: 'curl https://example.com', text: 'reads' }, match: [], pass: ['curl -X DELETE http://localhost:3000/items/1'] },
    ],
  }
}

export const SERVICE_PACKS: readonly Pack[] = [
  service('dns', 'Records and zones', ['route53', 'flarectl', 'cloudflare', 'dnscontrol', 'pdnsutil', 'nsupdate', 'octodns-sync', 'cf-terraforming'], 'delete|delete-zone|delete-rrset|rm|remove|push|purge-zone', 'api\\.(?:cloudflare|godaddy|digitalocean|dnsimple)\\.com', ['flarectl dns delete --zone x --id 1', 'pdnsutil delete-zone example.com'], ['pdnsutil list-all-zones']),
  service('cdn', 'Caches and edge services', ['fastly', 'cloudfront', 'bunny', 'akamai'], 'delete|purge|purge-all', 'api\\.(?:fastly|bunny)\\.', ['fastly purge --all', 'fastly service delete --service-id x'], ['fastly service describe']),
  service('messaging', 'Queues and topics', ['kcat', 'kafka-delete-records.sh', 'nats', 'pulsar-admin', 'rpk', 'rabbitmqadmin', 'sqs'], 'delete|purge|rm|remove|unload', ':15672/api/', ['nats stream rm S -f', 'rpk topic delete t', 'rabbitmqadmin delete queue name=q', 'pulsar-admin topics delete t'], ['nats stream ls', 'rpk topic describe t']),
  {
    name: 'search', title: 'Indexes of search engines',
    rules: [{ id: 'search/delete-index', programs: ['curl', 'http', 'xh', 'wget'], when: [{ value: { '-X|--request|--method': '^(?:DELETE|delete)$' }, operand: '(?::9200|:9201|:7700|:8983|:8108|elastic|opensearch|algolia)' }, { sub: ['DELETE'], operand: '(?::9200|:7700|:8108|elastic)' }, { operand: '_delete_by_query' }], reason: 'deletes an index or its documents', instead: { command: 'curl http://localhost:9200/_cat/indices', text: 'shows the indexes' }, match: ['curl -X DELETE http://localhost:9200/logs', 'curl -XDELETE "http://es:9200/_all"', 'curl -X POST http://es:9200/logs/_delete_by_query -d "{}"'], pass: ['curl http://localhost:9200/_cat/indices', 'curl -X DELETE http://localhost:3000/items/1'] }],
  },
  service('monitoring', 'Dashboards, monitors, alerts', ['dogshell', 'dog', 'datadog-ci', 'sentry-cli', 'newrelic', 'grafana-cli', 'pd', 'promtool', 'amtool', 'grr', 'logcli'], 'delete|delete_all|remove|mute|delete-dashboard|silence', 'api\\.(?:datadoghq|pagerduty|newrelic|statuspage)\\.|grafana|sentry\\.io', ['dogshell monitor delete 1', 'sentry-cli releases delete v1', 'newrelic entity delete x'], ['sentry-cli releases list']),
  service('featureflags', 'Flags of running applications', ['ldcli', 'launchdarkly', 'unleash', 'flagsmith', 'split', 'ldc'], 'delete|archive|remove|toggle-off', 'launchdarkly|unleash|flagsmith|split\\.io', ['ldcli flags delete --flag x', 'ldcli flags archive --flag x'], ['ldcli flags get']),
  service('payment', 'Customers, plans, refunds', ['stripe', 'braintree', 'paypal', 'square'], 'delete|cancel|refund|refunds|void', 'api\\.(?:stripe|paypal|braintreegateway|squareup)\\.com', ['stripe customers delete cus_1', 'stripe subscriptions cancel sub_1'], ['stripe listen']),
  service('email', 'Lists, templates, domains', ['sendgrid', 'mailgun', 'mailchimp', 'postmark', 'ses'], 'delete|remove|unsubscribe|purge', 'api\\.(?:sendgrid|mailgun|postmarkapp)\\.|mailchimp', ['mailgun domains delete x', 'postmark templates delete 1'], ['postmark servers get']),
]
