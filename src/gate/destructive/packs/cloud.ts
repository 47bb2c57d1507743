/** cloud: verbs of the cloud command lines that delete. */
import type { Pack } from '../rule.ts'

const HELP = ['--help|-h', '--dry-run|--dryrun']
const LIST = { command: 'aws s3 ls', text: 'shows what is there' }

export const CLOUD: Pack = {
  name: 'cloud',
  title: 'Deletes in AWS, Google Cloud, Azure and the smaller clouds',
  rules: [
    {
      id: 'cloud/aws-delete', programs: ['aws', 'awslocal', 'aliyun', 'tccli'],
      when: [{ sub: ['*', 'delete|delete-*|batch-delete-*|terminate-*|purge-*|destroy-*|deregister-*|schedule-key-deletion|disable-key|empty-*|cancel-spot-*|release-address|release-hosts|reset-*|deprovision-*|Delete*|Terminate*|Release*'], without: [...HELP, '--generate-cli-skeleton'] }],
      unless: [{ sub: ['**', 'help'] }, { sub: ['configure'] }],
      reason: 'deletes something in the cloud', instead: { command: 'aws ec2 describe-instances', text: 'shows what is there; with --dry-run a command shows what it would do, where the service knows it' },
      match: ['aws ec2 terminate-instances --instance-ids i-1', 'aws rds delete-db-instance --db-instance-identifier x --skip-final-snapshot', 'aws --region us-east-1 dynamodb delete-table --table-name t', 'aws cloudformation delete-stack --stack-name s', 'aws sqs purge-queue --queue-url u', 'aws kms schedule-key-deletion --key-id k'],
      pass: ['aws ec2 describe-instances', 'aws s3 ls', 'aws ec2 terminate-instances --dry-run --instance-ids i-1', 'aws dynamodb delete-table help', 'aws s3 cp a s3://b/a', 'aws sts get-caller-identity'],
    },
    {
      id: 'cloud/aws-s3', programs: ['aws', 'awslocal', 's5cmd'], when: [{ sub: ['s3', 'rb'], without: HELP }, { sub: ['s3', 'rm'], options: ['--recursive'], without: HELP }, { sub: ['s3', 'sync|mv'], options: ['--delete'], without: HELP }, { sub: ['rm|rb'], operand: '[*]|^s3://[^/]+/?$' }, { sub: ['s3', 'rm'], operand: '^s3://[^/]+/?$', without: HELP }],
      unless: [{ sub: ['**', 'help'] }],
      reason: 'deletes a bucket, or everything under a name', instead: LIST, match: ['aws s3 rb s3://b --force', 'aws s3 rm s3://b/x --recursive', 'aws s3 rm --recursive s3://b', 'aws s3 sync . s3://b --delete', 's5cmd rm "s3://b/*"'], pass: ['aws s3 rm s3://b/x.txt', 'aws s3 ls s3://b', 'aws s3 sync . s3://b', 'aws s3 rm s3://b --recursive --dryrun'],
    },
    {
      id: 'cloud/gcloud', programs: ['gcloud'], when: [{ sub: ['**', 'delete|destroy|delete-all|purge'], without: HELP }, { sub: ['**', 'storage', 'rm'], without: HELP }, { sub: ['**', 'storage', 'rsync'], options: ['--delete-unmatched-destination-objects'] }],
      unless: [{ sub: ['config'] }, { sub: ['**', 'help'] }, { sub: ['**', 'storage', 'rm'], without: ['-r|-R|--recursive'], noOperand: '[*]' }],
      reason: 'deletes something in the cloud', instead: { command: 'gcloud compute instances list', text: 'shows what is there' }, match: ['gcloud projects delete p', 'gcloud compute instances delete vm --zone z -q', 'gcloud sql instances delete db', 'gcloud storage rm -r gs://b', 'gcloud beta run services delete s', 'gcloud --project p container clusters delete c'], pass: ['gcloud projects list', 'gcloud compute instances list', 'gcloud config configurations delete x', 'gcloud storage ls', 'gcloud compute instances delete --help'],
    },
    {
      id: 'cloud/gsutil', programs: ['gsutil'], when: [{ sub: ['rb'] }, { sub: ['rm'], options: ['-r|-R|-a'] }, { sub: ['rm'], operand: '[*]' }, { sub: ['rsync'], options: ['-d'], without: ['-n'] }, { sub: ['rm'], word: '^-\\w*[rRa]' }],
      reason: 'deletes a bucket, or everything under a name', instead: { command: 'gsutil ls gs://b', text: 'shows what is there' }, match: ['gsutil rm -r gs://b', 'gsutil -m rm -R gs://b/x', 'gsutil rb gs://b', 'gsutil rsync -d . gs://b', 'gsutil rm "gs://b/**"'], pass: ['gsutil ls gs://b', 'gsutil cp a gs://b', 'gsutil rm gs://b/x', 'gsutil rsync -n -d . gs://b'],
    },
    {
      id: 'cloud/bq', programs: ['bq'], when: [{ sub: ['rm'] }], reason: 'deletes tables or datasets', instead: { command: 'bq ls', text: 'shows what is there' }, match: ['bq rm -r -f ds', 'bq rm -t ds.t'], pass: ['bq ls', 'bq query "SELECT 1"'],
    },
    {
      id: 'cloud/azure', programs: ['az', 'azcopy'], when: [{ sub: ['**', 'delete|purge|delete-batch|destroy'], without: HELP }, { sub: ['rm|remove'], options: ['--recursive'], without: HELP }, { sub: ['sync'], value: { '--delete-destination': '^true$' } }],
      unless: [{ sub: ['config|cache|account|extension'] }],
      reason: 'deletes something in the cloud', instead: { command: 'az group list', text: 'shows what is there' }, match: ['az group delete -n rg --yes', 'az vm delete -g rg -n vm', 'az storage blob delete-batch -s c', 'az keyvault purge -n v', 'azcopy rm https://x/c --recursive'], pass: ['az group list', 'az vm show -g rg -n vm', 'az account clear', 'az login'],
    },
    {
      id: 'cloud/fly', programs: ['fly', 'flyctl'], when: [{ sub: ['**', 'destroy|delete'], without: HELP }, { sub: ['volumes|volume|vol', 'rm|remove'] }, { sub: ['apps|machine|machines|m|postgres', 'rm|remove'] }, { sub: ['scale', 'count', '0'] }],
      reason: 'destroys an application, a machine or a volume', instead: { command: 'fly apps list', text: 'shows what is there' }, match: ['fly apps destroy app', 'flyctl destroy app -y', 'fly volumes destroy vol', 'fly machine destroy m --force'], pass: ['fly apps list', 'fly status', 'fly deploy', 'fly logs -a app'],
    },
    {
      id: 'cloud/heroku', programs: ['heroku'],
      when: [{ sub: ['apps:destroy|apps:delete|destroy|pg:reset|addons:destroy|pipelines:destroy|domains:clear|keys:clear|repo:reset|spaces:destroy|pg:credentials:destroy|pg:backups:delete|redis:destroy|container:rm|certs:remove|teams:destroy|pg:kill|pg:killall|webhooks:remove|drains:remove|reviewapps:disable'], without: HELP }, { sub: ['apps|addons|pipelines|spaces', 'destroy'] }],
      reason: 'destroys an application or its data', instead: { command: 'heroku apps:info', text: 'shows what is there' }, match: ['heroku apps:destroy -a app --confirm app', 'heroku pg:reset DATABASE_URL', 'heroku addons:destroy redis'], pass: ['heroku apps', 'heroku logs --tail', 'heroku pg:info', 'heroku ps:restart'],
    },
    {
      id: 'cloud/others',
      programs: ['doctl', 'hcloud', 'scw', 'oci', 'openstack', 'ibmcloud', 'linode-cli', 'vultr-cli', 'vultr', 'exo', 'upctl', 'civo', 'yc', 'ovhcloud', 'nova', 'cinder', 'swift', 'equinix', 'metal', 'neonctl', 'neon', 'pscale', 'turso', 'supabase', 'railway', 'render', 'vercel', 'vc', 'now', 'netlify', 'ntl', 'wrangler', 'firebase', 'koyeb', 'northflank', 'zeabur', 'atlas', 'confluent', 'rhoas', 'upstash', 'gridscale', 'cdn77', 'surge'],
      when: [
        { sub: ['**', 'delete|destroy|terminate|purge|erase|teardown|delete-project|sites:delete|firestore:delete|database:remove|functions:delete|hosting:disable|hosting:sites:delete|apps:delete|projects:delete|extensions:uninstall|delete-all|server-delete|volume-delete'], without: HELP },
        { sub: ['**', 'compute|droplet|instance|server|volume|database|databases|kubernetes|cluster|project|projects|apps|app|domain|domains|db|service|bucket|branch|env', 'rm|remove|d|del|down'], without: HELP }, { sub: ['rm|remove|down'], without: HELP },
      ],
      unless: [{ sub: ['auth|config|context|completion|login|logout'] }, { sub: ['env|secret'], operand: '^$' }, { sub: ['database:remove'], operand: '^/.+/.+/.+' }],
      reason: 'deletes something in the cloud', instead: { command: 'doctl compute droplet list', text: 'shows what is there' },
      match: ['doctl compute droplet delete 1 -f', 'hcloud server delete x', 'vercel remove app --yes', 'netlify sites:delete id', 'wrangler delete', 'wrangler r2 bucket delete b', 'firebase firestore:delete --all-collections', 'openstack server delete vm', 'neonctl projects delete p', 'turso db destroy d', 'railway down', 'oci compute instance terminate --instance-id x', 'linode-cli linodes delete 1'],
      pass: ['doctl compute droplet list', 'hcloud server list', 'vercel deploy', 'netlify deploy', 'wrangler dev', 'firebase emulators:start', 'railway up', 'supabase start', 'doctl auth init'],
    },
    {
      id: 'cloud/object-storage', programs: ['mc', 's3cmd', 'rclone', 'b2', 's4cmd', 'mcli'],
      when: [{ sub: ['rb'], without: HELP }, { sub: ['rm'], options: ['-r|--recursive'], without: ['-n|--dry-run', '--fake'] }, { sub: ['del|rm'], options: ['-r|--recursive'], without: ['-n|--dry-run'] }, { sub: ['purge|delete|rmdirs'], without: ['-n|--dry-run', '-i|--interactive'] }, { sub: ['bucket', 'delete'] }, { sub: ['sync'], options: ['--delete|--delete-removed|--remove'], without: ['-n|--dry-run'] }, { sub: ['delete-bucket'] }, { sub: ['mirror'], options: ['--remove'], without: ['--dry-run'] }],
      reason: 'deletes a bucket, or everything under a name', instead: { command: 'rclone delete remote:x --dry-run', text: 'shows what would go' }, match: ['mc rb --force a/b', 'mc rm -r --force a/b', 's3cmd del -r s3://b', 'rclone purge r:x', 'rclone delete r:x', 's3cmd rb s3://b'], pass: ['mc ls a/b', 's3cmd ls', 'rclone ls r:x', 'rclone copy a r:x', 'rclone purge r:x --dry-run'],
    },
  ],
}
