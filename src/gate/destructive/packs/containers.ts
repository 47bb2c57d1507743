/** containers: what deletes volumes, images or containers by the heap. */
import type { Pack } from '../rule.ts'

const ENGINES = ['docker', 'podman', 'nerdctl', 'finch']
const COMPOSE = ['docker-compose', 'podman-compose']
const LIST = { command: 'docker volume ls', text: 'shows the volumes' }

export const CONTAINERS: Pack = {
  name: 'containers',
  title: 'Prune of everything, volumes, all containers at once',
  rules: [
    {
      id: 'containers/prune', programs: ENGINES,
      when: [{ sub: ['system', 'prune'] }, { sub: ['volume', 'prune'] }, { sub: ['container', 'prune'] }, { sub: ['image|images', 'prune'], options: ['-a|--all'] }, { sub: ['pod', 'prune'] }, { sub: ['system', 'reset'] }],
      reason: 'deletes everything that does not run just now, also what other projects need', instead: { command: 'docker image prune -f', text: 'deletes only images without a name' },
      match: ['docker system prune -af', 'docker system prune --volumes', 'docker volume prune -f', 'podman system prune --all --force', 'docker image prune -a', 'podman system reset --force'], pass: ['docker image prune', 'docker builder prune', 'docker system df', 'docker volume ls'],
    },
    {
      id: 'containers/compose-volumes', programs: ENGINES, when: [{ sub: ['compose', 'down'], options: ['-v|--volumes'] }, { sub: ['compose', 'rm'], options: ['-v'] }],
      unless: [{ options: ['--dry-run'] }],
      reason: 'deletes the volumes with the data in them', instead: { command: 'docker compose down', text: 'stops and keeps the volumes' }, match: ['docker compose down -v', 'docker compose -f dev.yml down --volumes --remove-orphans', 'podman compose down -v', 'docker compose rm -fsv'], pass: ['docker compose down', 'docker compose up -d', 'docker compose -f a.yml ps'],
    },
    {
      id: 'containers/compose-volumes-old', programs: COMPOSE, when: [{ sub: ['**', 'down'], options: ['-v|--volumes'] }, { sub: ['**', 'rm'], options: ['-v'] }],
      reason: 'deletes the volumes with the data in them', instead: { command: 'docker-compose down', text: 'stops and keeps the volumes' }, match: ['docker-compose down -v', 'docker-compose -f a.yml down --volumes'], pass: ['docker-compose down', 'docker-compose up -d'],
    },
    {
      id: 'containers/volume-remove', programs: ENGINES, when: [{ sub: ['volume|volumes', 'rm|remove'] }],
      reason: 'deletes a volume with the data in it', instead: LIST, match: ['docker volume rm db', 'podman volume rm -a', 'docker volume remove -f a b', 'docker volume rm $(docker volume ls -q)'], pass: ['docker volume create x', 'docker volume inspect db'],
    },
    {
      id: 'containers/remove-all', programs: ENGINES,
      when: [{ sub: ['rm|rmi'], options: ['-f|--force'], reads: 'everything-listed' }, { sub: ['container|image', 'rm|remove'], options: ['-f|--force'], reads: 'everything-listed' }, { sub: ['rmi'], reads: 'everything-listed' }, { sub: ['rm|rmi'], options: ['-a|--all'] }, { sub: ['pod', 'rm'], options: ['-a|--all'] }, { sub: ['rm'], options: ['-v|--volumes'], reads: 'everything-listed' }],
      reason: 'deletes every container or image that there is, whoever needs it', instead: { command: 'docker rm -f my-container', text: 'deletes one by its name' }, match: ['docker rm -f $(docker ps -aq)', 'docker ps -aq | xargs docker rm -f', 'docker rmi -f $(docker images -q)', 'podman rm -af'], pass: ['docker rm -f web', 'docker rm web', 'docker rm $(docker ps -aq -f status=exited)'],
    },
    {
      id: 'containers/swarm', programs: ['docker'], when: [{ sub: ['swarm', 'leave'], options: ['-f|--force'] }, { sub: ['stack', 'rm|remove|down'] }, { sub: ['service|secret|config', 'rm|remove'] }, { sub: ['node', 'rm|remove'] }],
      reason: 'takes services of a swarm away', instead: { command: 'docker service ls', text: 'shows the services' }, match: ['docker swarm leave --force', 'docker stack rm app', 'docker service rm api'], pass: ['docker service ls', 'docker stack ps app', 'docker swarm leave'],
    },
    {
      id: 'containers/machine', programs: ['podman', 'colima', 'lima', 'limactl', 'multipass', 'lxc', 'incus', 'virsh', 'VBoxManage', 'vboxmanage', 'prlctl', 'qm', 'pct'],
      when: [{ sub: ['machine', 'rm|reset'] }, { sub: ['delete|destroy|purge|undefine|unregistervm'] }, { sub: ['vol-delete|pool-destroy|pool-delete|vol-wipe'] }, { sub: ['storage', 'volume', 'delete'] }],
      reason: 'deletes a virtual machine with its disks', instead: { command: 'podman machine list', text: 'shows the machines' }, match: ['podman machine rm -f', 'virsh undefine vm --remove-all-storage', 'lxc delete --force c1', 'multipass delete --purge x', 'colima delete'], pass: ['virsh list', 'lxc list', 'podman machine start', 'colima start'],
    },
  ],
}
