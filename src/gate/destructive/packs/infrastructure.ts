/** infrastructure: tools that make and destroy what a configuration describes. */
import type { Pack } from '../rule.ts'

const TERRAFORM = ['terraform', 'tofu', 'terragrunt', 'opentofu', 'tf']
const PLAN = { command: 'terraform plan -destroy', text: 'shows what would go' }

export const INFRASTRUCTURE: Pack = {
  name: 'infrastructure',
  title: 'terraform, tofu, pulumi, cdk and the like: destroy; apply without a look',
  rules: [
    {
      id: 'infrastructure/terraform-destroy', programs: TERRAFORM, when: [{ sub: ['destroy|destroy-all'] }, { sub: ['run-all|run|stack', '**', 'destroy'] }, { sub: ['**', 'apply'], options: ['-destroy'] }, { sub: ['apply'], word: '^-?-destroy$' }],
      reason: 'destroys everything that the configuration describes', instead: PLAN, match: ['terraform destroy', 'terraform destroy -auto-approve', 'tofu -chdir=infra destroy', 'terraform apply -destroy', 'terragrunt run-all destroy', 'terraform destroy -target=aws_instance.a'], pass: ['terraform plan', 'terraform plan -destroy', 'terraform init', 'terraform validate', 'terraform apply plan.out'],
    },
    {
      id: 'infrastructure/terraform-auto-approve', programs: TERRAFORM, action: 'ask', when: [{ sub: ['**', 'apply|refresh|import'], options: ['-auto-approve'] }, { sub: ['apply-all'] }],
      reason: 'changes the infrastructure without showing the plan', instead: { command: 'terraform plan -out plan.out', text: 'shows the plan and keeps it, to be applied once it has been seen' }, match: ['terraform apply -auto-approve', 'terraform apply --auto-approve -var x=1', 'terragrunt run-all apply -auto-approve'], pass: ['terraform apply', 'terraform plan -out plan.out'],
    },
    {
      id: 'infrastructure/terraform-state', programs: TERRAFORM, when: [{ sub: ['state', 'rm|push'] }, { sub: ['workspace', 'delete'] }, { sub: ['force-unlock'] }, { sub: ['state', 'replace-provider'] }], unless: [{ options: ['-dry-run'] }],
      reason: 'makes terraform lose track of what exists', instead: { command: 'terraform state list', text: 'shows what it knows' }, match: ['terraform state rm aws_instance.a', 'terraform workspace delete prod', 'terraform state push x.tfstate', 'tofu force-unlock 1234'], pass: ['terraform state list', 'terraform state show x', 'terraform workspace list', 'terraform state rm -dry-run x'],
    },
    {
      id: 'infrastructure/pulumi', programs: ['pulumi'], when: [{ sub: ['destroy|down|dn'], without: ['--preview-only|--help|-h'] }, { sub: ['stack', 'rm'] }, { sub: ['state', 'delete'] }],
      reason: 'destroys a stack, or makes pulumi lose track of it', instead: { command: 'pulumi preview', text: 'shows what would change' }, match: ['pulumi destroy --yes', 'pulumi -s prod destroy', 'pulumi stack rm dev --force', 'pulumi state delete urn'], pass: ['pulumi preview', 'pulumi stack ls', 'pulumi up', 'pulumi destroy --preview-only'],
    },
    {
      id: 'infrastructure/pulumi-yes', programs: ['pulumi'], action: 'ask', when: [{ sub: ['up|update|refresh'], options: ['-y|--yes|-f|--skip-preview'] }],
      reason: 'changes the infrastructure without showing the plan', instead: { command: 'pulumi preview', text: 'shows what would change' }, match: ['pulumi up --yes', 'pulumi up -y --skip-preview'], pass: ['pulumi up', 'pulumi preview'],
    },
    {
      id: 'infrastructure/cdk', programs: ['cdk', 'cdktf', 'sst', 'sls', 'serverless', 'sam', 'amplify', 'copilot', 'eb', 'chalice', 'zappa', 'up', 'vagrant', 'crossplane', 'nomad', 'cf', 'encore', 'nitric', 'ansible-pull', 'waypoint', 'packer', 'garden', 'azd', 'caprover', 'dokku', 'kamal'],
      when: [{ sub: ['destroy|remove|delete|terminate|down|undeploy'], without: ['--help|-h', '--dry-run'] }, { sub: ['app|env|svc|environment|apps|services', 'delete|destroy|terminate'] }, { sub: ['job', 'stop'], options: ['-purge'] }, { sub: ['apps:destroy|postgres:destroy|mysql:destroy|redis:destroy'] }, { sub: ['delete-org|delete-space|delete-service'] }],
      unless: [{ sub: ['remove'], atLeast: 1, without: ['--stage|-s|--region|-r'], operand: '^(?:env|plugin)' }],
      reason: 'destroys what was deployed', instead: { command: 'cdk diff', text: 'shows what differs' }, match: ['cdk destroy --all --force', 'npx cdk destroy', 'sls remove --stage prod', 'serverless remove', 'sam delete --no-prompts', 'vagrant destroy -f', 'eb terminate env', 'azd down --purge', 'sst remove'], pass: ['cdk deploy', 'cdk diff', 'sls deploy', 'vagrant up', 'sam build', 'nomad status'],
    },
  ],
}
