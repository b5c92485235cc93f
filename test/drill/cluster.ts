import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '#test/server/free-ports.ts'
import { killPostgres, type Node } from './nodes.ts'
import { accountOf, findPrograms, Program } from './programs.ts'

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url))

const packages = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  openssl: 'openssl',
}

/** etcd has no other member that could win an election; these timeouts keep a busy disk from causing one. */
const patience = ['--heartbeat-interval', '500', '--election-timeout', '5000', '--log-level', 'warn']

const passwords = { owner: 'owner of the drill', reader: 'reader of the drill', superuser: 'su', replication: 'rep' }

/**
 * Runs what compose.cluster.yaml describes as processes on this machine, in one temporary folder, with the same files
 * of deploy/: etcd, two PostgreSQL nodes under Patroni, HAProxy, PgBouncer. The caller starts the app servers.
 */
export async function startCluster(folder: string) {
  const { path, postgres } = findPrograms(packages)
  const [etcdPort, peerPort, ...ports] = await freePorts(14)
  const [pg1, pg2, status1, status2, primaryPort, replicaPort, webPort, plainPort, app1, app2, bouncerPort] = ports as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const at = (port: number) => `127.0.0.1:${port}`
  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? accountOf('postgres') : null
  const own = (target: string) => account && chownSync(target, account.uid, account.gid)
  own(folder)
  const programs: Program[] = []
  const start = (...given: ConstructorParameters<typeof Program>) => {
    const program = new Program(...given)
    programs.push(program)
    return program
  }

  const etcdFolder = join(folder, 'etcd')
  const urls = ['--listen-client-urls', '--advertise-client-urls'].flatMap((name) => [
    name,
    `http://${at(etcdPort ?? 0)}`,
  ])
  start(
    'etcd',
    path['etcd'] ?? '',
    ['--data-dir', etcdFolder, ...urls, '--listen-peer-urls', `http://${at(peerPort ?? 0)}`, ...patience],
    { folder, account },
  )

  for (const file of ['patroni.yml', 'create-database.sh']) {
    // Copied because PostgreSQL's user can't enter a folder that is only open to its owner.
    cpSync(join(deploy, file), join(folder, file))
    own(join(folder, file))
  }
  const config = readFileSync(join(folder, 'patroni.yml'), 'utf8')
  writeFileSync(join(folder, 'patroni.yml'), config.replace('/etc/patroni/', `${folder}/`))
  const nodes: Node[] = [
    { name: 'pg1', port: pg1, statusPort: status1, data: join(folder, 'pg1'), patroni: null },
    { name: 'pg2', port: pg2, statusPort: status2, data: join(folder, 'pg2'), patroni: null },
  ]
  const startNode = (node: Node) => {
    const sockets = `${node.data}-sockets`
    mkdirSync(sockets, { recursive: true })
    own(sockets)
    node.patroni = start(node.name, path['patroni'] ?? '', [join(folder, 'patroni.yml')], {
      folder,
      account,
      env: {
        PATRONI_NAME: node.name,
        PATRONI_ETCD3_HOSTS: at(etcdPort ?? 0),
        PATRONI_RESTAPI_LISTEN: at(node.statusPort),
        PATRONI_RESTAPI_CONNECT_ADDRESS: at(node.statusPort),
        PATRONI_POSTGRESQL_LISTEN: at(node.port),
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: at(node.port),
        PATRONI_POSTGRESQL_DATA_DIR: node.data,
        PATRONI_POSTGRESQL_BIN_DIR: postgres,
        PATRONI_POSTGRESQL_PGPASS: join(folder, `${node.name}.pgpass`),
        PATRONI_SUPERUSER_USERNAME: 'postgres',
        PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: passwords.replication,
        WARDSTOCK_DB_PASSWORD: passwords.owner,
        READER_DB_PASSWORD: passwords.reader,
        PGHOST: '127.0.0.1',
      },
    })
  }
  for (const node of nodes) startNode(node)

  const certificate = makeCertificate(path['openssl'] ?? '', folder)
  start('haproxy', path['haproxy'] ?? '', ['-db', '-f', join(deploy, 'haproxy.cfg')], {
    folder,
    env: {
      WEB_ADDRESS: at(webPort),
      WEB_CERTIFICATE: certificate.both,
      PLAIN_ADDRESS: at(plainPort),
      APP1_ADDRESS: at(app1),
      APP2_ADDRESS: at(app2),
      PRIMARY_ADDRESS: at(primaryPort),
      REPLICA_ADDRESS: at(replicaPort),
      PG1_ADDRESS: at(pg1),
      PG2_ADDRESS: at(pg2),
      PG1_STATUS_PORT: String(status1),
      PG2_STATUS_PORT: String(status2),
    },
  })

  const bouncer = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'pgbouncer.users')
  writeFileSync(users, `"reader" "${passwords.reader}"\n`)
  writeFileSync(
    bouncer,
    readFileSync(join(deploy, 'pgbouncer.ini'), 'utf8')
      .replace('host=proxy port=5433', `host=127.0.0.1 port=${replicaPort}`)
      .replace('listen_addr = 0.0.0.0', 'listen_addr = 127.0.0.1')
      .replace('listen_port = 6432', `listen_port = ${bouncerPort}`)
      .replace('/run/secrets/pgbouncer_users', users),
  )
  for (const file of [bouncer, users]) own(file)
  start('pgbouncer', path['pgbouncer'] ?? '', [bouncer], { folder, account })

  const url = (user: string, password: string, port: number) =>
    `postgresql://${user}:${encodeURIComponent(password)}@${at(port)}/wardstock`
  return {
    nodes,
    startNode,
    ca: certificate.certificate,
    appPorts: [app1, app2] as const,
    webUrl: `https://localhost:${webPort}`,
    databaseUrl: url('wardstock', passwords.owner, primaryPort),
    replicaUrl: url('wardstock', passwords.owner, replicaPort),
    bouncerUrl: url('reader', passwords.reader, bouncerPort),
    logs: () => programs.map((program) => `--- ${program.name}\n${program.tail()}`).join('\n'),
    /** Stops only its own processes, each before those that it depends on. */
    async stop() {
      for (const node of nodes) await node.patroni?.end('SIGTERM', 60_000)
      for (const node of nodes) killPostgres(node, 'SIGQUIT')
      for (const program of programs.toReversed()) await program.end('SIGTERM')
    },
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** A self-signed certificate for localhost. */
function makeCertificate(openssl: string, folder: string) {
  const file = (name: string) => join(folder, name)
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const key = [
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    file('tls.key'),
    '-out',
    file('tls.crt'),
  ]
  execFileSync(openssl, ['req', ...key, ...names], { stdio: 'ignore' })
  const certificate = readFileSync(file('tls.crt'), 'utf8')
  writeFileSync(file('tls.pem'), certificate + readFileSync(file('tls.key'), 'utf8'), { mode: 0o600 })
  return { certificate, both: file('tls.pem') }
}
