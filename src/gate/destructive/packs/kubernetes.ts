/** kubernetes: namespaces, everything at once, storage, workloads, releases. */
import type { Pack } from '../rule.ts'

const KUBECTL = ['kubectl', 'oc', 'k', 'kubecolor', 'microk8s.kubectl', 'k3s', 'minikube']
const DRY = ['--dry-run', '--help|-h']
const CHECK = { command: 'kubectl delete deployment web --dry-run=client', text: 'shows what would be deleted' }

export const KUBERNETES: Pack = {
  name: 'kubernetes',
  title: 'Deletes of namespaces, of everything, of storage and workloads; drained nodes; uninstalled releases',
  rules: [
    {
      id: 'kubernetes/delete-namespace', programs: KUBECTL, when: [{ sub: ['**', 'delete', 'ns|namespace|namespaces|project|projects|ns/*|namespace/*|namespaces/*|project/*|projects/*|namespaces.v1.'], without: DRY }],
      reason: 'deletes a namespace with everything in it', instead: { command: 'kubectl get all -n prod', text: 'shows what is in it' }, match: ['kubectl delete namespace prod', 'kubectl delete ns a b', 'kubectl --context x delete ns/prod', 'oc delete project p'], pass: ['kubectl get ns', 'kubectl delete ns x --dry-run=client', 'kubectl create ns x'],
    },
    {
      id: 'kubernetes/delete-all', programs: KUBECTL,
      when: [{ sub: ['**', 'delete'], options: ['--all|-A|--all-namespaces'], without: DRY }, { sub: ['**', 'delete', 'all|all/*'], without: DRY }, { sub: ['**', 'delete', '*'], operand: '(?:^|,)all(?:,|$)', without: DRY }],
      reason: 'deletes all objects of a kind, or of every kind', instead: CHECK, match: ['kubectl delete pods --all', 'kubectl delete all --all', 'kubectl -n x delete deploy --all', 'kubectl delete pods -A -l app=x', 'kubectl delete all -l app=web'], pass: ['kubectl delete pod web-1', 'kubectl get pods --all-namespaces', 'kubectl get all -A'],
    },
    {
      id: 'kubernetes/delete-lasting', programs: KUBECTL,
      when: [{ sub: ['**', 'delete', 'pvc*|pv*|persistentvolume*|crd*|customresourcedefinition*|node|nodes|no|node/*|nodes/*|no/*|statefulset*|sts*|deployment*|deploy*|daemonset*|ds|ds/*|storageclass*|sc|clusterrole*|secret|secrets|secret/*|secrets/*|volumesnapshot*|etcd*|cluster|clusters|machine*'], without: DRY }, { sub: ['**', 'delete'], options: ['-k|--kustomize'], without: DRY }],
      unless: [{ sub: ['**', 'delete', 'podmetrics*'] }],
      reason: 'deletes something that nothing makes again by itself', instead: CHECK, match: ['kubectl delete pvc data', 'kubectl delete deployment web', 'kubectl delete sts/db -n prod', 'kubectl delete crd x.example.com', 'kubectl delete node n1', 'kubectl delete -k overlays/prod'], pass: ['kubectl delete pod web-1', 'kubectl delete job x', 'kubectl get pvc', 'kubectl describe deployment web', 'kubectl delete deployment web --dry-run=server'],
    },
    {
      id: 'kubernetes/drain', programs: KUBECTL, when: [{ sub: ['**', 'drain'], without: DRY }, { sub: ['adm', 'drain'], without: DRY }, { sub: ['**', 'taint'], operand: ':NoExecute$', without: DRY }, { sub: ['**', 'scale'], value: { '--replicas': '^0$' }, options: ['--all'] }],
      reason: 'takes all work off a node', instead: { command: 'kubectl drain n1 --dry-run=client', text: 'shows what would go' }, match: ['kubectl drain n1', 'kubectl drain n1 --ignore-daemonsets --delete-emptydir-data --force', 'kubectl taint nodes n1 k=v:NoExecute'], pass: ['kubectl uncordon n1', 'kubectl top node', 'kubectl drain n1 --dry-run=client'],
    },
    {
      id: 'kubernetes/helm-uninstall', programs: ['helm', 'helm3'], when: [{ sub: ['uninstall|delete|del|un'], without: ['--dry-run', '--help|-h'] }],
      reason: 'removes a release with its objects', instead: { command: 'helm uninstall web --dry-run', text: 'shows what would go' }, match: ['helm uninstall web', 'helm delete web -n prod', 'helm -n prod un web'], pass: ['helm list', 'helm uninstall web --dry-run', 'helm upgrade --install web ./chart', 'helm rollback web 1'],
    },
    {
      id: 'kubernetes/release-tools', programs: ['helmfile', 'flux', 'argocd', 'istioctl', 'linkerd', 'kubeadm', 'kops', 'eksctl', 'rancher', 'k3d', 'kubectl-argo-rollouts', 'skaffold', 'clusterctl', 'talosctl', 'k0s', 'gardenctl'],
      when: [{ sub: ['destroy|delete|uninstall|reset'], without: ['--dry-run', '--help|-h'] }, { sub: ['app|appset|cluster|proj|repo', 'delete|rm'], without: ['--dry-run'] }],
      unless: [{ sub: ['reset|delete'], operand: '^$' }],
      reason: 'takes a cluster, or what runs in it, apart', instead: { command: 'kubectl get all -A', text: 'shows what is there' }, match: ['helmfile destroy', 'flux uninstall', 'argocd app delete web', 'kubeadm reset -f', 'eksctl delete cluster --name x', 'kops delete cluster x --yes'], pass: ['helmfile diff', 'flux get all', 'argocd app list', 'kubeadm token list', 'eksctl get cluster'],
    },
  ],
}
