/** database: statements and programs that drop data or change every row. */
import type { Pack } from '../rule.ts'

const DUMP = { command: 'pg_dump mydb > backup.sql', text: 'makes a copy first; dropping data is for the human' }
const WHERE = { command: 'psql -c "SELECT count(*) FROM users WHERE id = 1"', text: 'shows what a condition would reach; a statement with that condition passes' }

export const DATABASE: Pack = {
  name: 'database',
  title: 'DROP, TRUNCATE, DELETE and UPDATE without a condition; programs that drop databases',
  rules: [
    {
      id: 'database/sql', programs: ['psql', 'pgcli', 'mysql', 'mariadb', 'mycli', 'sqlite', 'sqlite3', 'litecli', 'duckdb', 'cockroach', 'usql', 'sqlcmd', 'osql', 'isql', 'sqlplus', 'cqlsh', 'snowsql', 'bq', 'clickhouse', 'clickhouse-client', 'clickhouse-local', 'tsql', 'db2', 'trino', 'presto', 'beeline', 'hive', 'impala-shell', 'influx', 'wrangler', 'turso', 'mssql-cli', 'pscale', 'spark-sql', 'Invoke-Sqlcmd', 'ysqlsh', 'vsql', 'monetdb', 'mclient', 'rqlite', 'fauna', 'surreal'],
      when: [{ reads: 'sql-destructive' }], unless: [{ sub: [':memory:'] }, { operandIn: ['temp'] }],
      reason: 'drops data, or changes every row', instead: WHERE,
      match: ['psql -c "DROP TABLE users"', 'psql mydb -c "truncate orders"', 'mysql -e "DELETE FROM users"', 'mysql -e \'UPDATE users SET admin = 1\'', 'sqlite3 app.db "drop table x"', 'echo "DROP DATABASE app" | psql', 'psql <<EOF\nDROP SCHEMA public CASCADE;\nEOF', 'mysql --execute="drop database x"', 'psql -c "DELETE FROM t WHERE true"', 'psql -c "SELECT 1; TRUNCATE t"'],
      pass: ['psql -c "SELECT 1"', 'psql -f migrate.sql', 'mysql -e "DELETE FROM users WHERE id = 1"', 'psql -c "SELECT \'DROP TABLE x\'"', 'sqlite3 :memory: "drop table x"', 'psql -c "EXPLAIN DELETE FROM t"', 'echo "drop table x" | cat', 'psql -c "CREATE TABLE t (a int)" -c "-- drop table t"'],
    },
    {
      id: 'database/dropdb', programs: ['dropdb', 'dropuser'], when: [{ atLeast: 0 }], unless: [{ options: ['--help|-?|-V|--version'] }],
      reason: 'drops a whole database', instead: DUMP, match: ['dropdb app', 'dropdb --if-exists -h db app', 'echo y | dropdb -i app'], pass: ['dropdb --help', 'createdb app'],
    },
    {
      id: 'database/mysqladmin', programs: ['mysqladmin', 'mariadb-admin'], when: [{ sub: ['**', 'drop'] }],
      reason: 'drops a whole database', instead: { command: 'mysqldump app > backup.sql', text: 'makes a copy first' }, match: ['mysqladmin drop app', 'mysqladmin -u root -f drop app'], pass: ['mysqladmin status', 'mysqladmin -u root create app'],
    },
    {
      id: 'database/mongo', programs: ['mongosh', 'mongo'], when: [{ reads: 'mongo-destructive' }],
      reason: 'drops a database or a collection, or deletes every document', instead: { command: 'mongosh app --eval "db.users.countDocuments({})"', text: 'shows how much there is' },
      match: ['mongosh app --eval "db.dropDatabase()"', 'mongosh --eval "db.users.drop()"', 'mongo app --eval "db.users.deleteMany({})"', 'echo "db.dropDatabase()" | mongosh'], pass: ['mongosh --eval "db.users.find()"', 'mongosh --eval "db.users.deleteMany({ a: 1 })"'],
    },
    {
      id: 'database/mongo-tools', programs: ['mongorestore'], when: [{ options: ['--drop'] }],
      reason: 'drops each collection before it puts the copy in', instead: { command: 'mongorestore --dryRun dump', text: 'shows what would be restored' }, match: ['mongorestore --drop dump'], pass: ['mongorestore dump', 'mongodump'],
    },
    {
      id: 'database/redis', programs: ['redis-cli', 'valkey-cli', 'keydb-cli'], when: [{ reads: 'redis-destructive' }],
      reason: 'empties the store', instead: { command: 'redis-cli DBSIZE', text: 'shows how much there is' }, match: ['redis-cli FLUSHALL', 'redis-cli -h r -p 1 flushdb', 'echo flushall | redis-cli', 'redis-cli -n 2 FLUSHDB ASYNC'], pass: ['redis-cli GET a', 'redis-cli DEL a', 'redis-cli INFO', 'redis-cli SET x flushall'],
    },
    {
      id: 'database/redis-del-all', programs: ['redis-cli', 'valkey-cli', 'keydb-cli'], when: [{ sub: ['del|DEL|unlink|UNLINK'], via: ['xargs', 'parallel'] }, { sub: ['del|DEL|unlink|UNLINK'], unknownOperand: true }],
      reason: 'deletes keys that nobody has named', instead: { command: 'redis-cli --scan --pattern "session:*"', text: 'shows them' }, match: ['redis-cli --scan | xargs redis-cli DEL', 'redis-cli DEL $(redis-cli KEYS "*")'], pass: ['redis-cli --scan', 'redis-cli DEL session:1'],
    },
    {
      id: 'database/framework-reset',
      programs: ['rails', 'rake', 'prisma', 'artisan', 'sequelize', 'sequelize-cli', 'knex', 'typeorm', 'alembic', 'flyway', 'liquibase', 'mix', 'supabase', 'drizzle-kit', 'mikro-orm', 'atlas', 'dbmate', 'goose', 'migrate', 'hasura', 'flask', 'django-admin', 'dotnet', 'ecto'],
      when: [
        { sub: ['**', 'db:drop*|db:reset|db:purge|db:truncate_all|db:schema:load|db:migrate:reset|db:drop:all|db:wipe|migrate:fresh|migrate:reset|migrate:refresh|schema:drop|schema:fresh|ecto.drop|ecto.reset|database:drop'], without: ['--pretend'] },
        { sub: ['migrate', 'reset'] }, { sub: ['db', 'push'], options: ['--force-reset'] }, { sub: ['db', 'reset|drop'] }, { sub: ['**', 'clean|dropAll|drop-all|dropAllForeignKeyConstraints'], operand: '^$' }, { sub: ['**', 'downgrade', 'base'] },
        { sub: ['drop'] }, { sub: ['schema', 'clean'] }, { sub: ['flush|reset_db|sqlflush'] }, { sub: ['ef', 'database', 'drop'] }, { sub: ['down'], options: ['-all|--all'] }, { sub: ['reset'] },
      ],
      unless: [{ sub: ['sqlflush'] }, { sub: ['db:schema:load'] }, { options: ['--dry-run'] }],
      reason: 'drops the database of the application', instead: { command: 'rails db:migrate:status', text: 'shows which migrations have run' },
      match: ['rails db:drop', 'bundle exec rake db:reset', 'npx prisma migrate reset --force', 'prisma db push --force-reset', 'alembic downgrade base', 'mix ecto.drop', 'supabase db reset', 'npx sequelize-cli db:drop', 'typeorm schema:drop'], pass: ['rails db:migrate', 'prisma migrate dev', 'alembic upgrade head', 'rake test', 'mix test', 'npx knex migrate:latest', 'flask run', 'dotnet build'],
    },
    {
      id: 'database/flyway', programs: ['flyway', 'liquibase'], when: [{ sub: ['**', 'clean|dropAll|drop-all'] }],
      reason: 'drops everything in the schema', instead: { command: 'flyway info', text: 'shows which migrations have run' }, match: ['flyway clean', 'flyway -url=x clean', 'liquibase dropAll', 'liquibase drop-all --force'], pass: ['flyway migrate', 'flyway info', 'liquibase update'],
    },
    {
      id: 'database/framework-script', programs: ['php', 'python*', 'node', 'manage.py', 'console', 'artisan'],
      when: [{ sub: ['**', 'artisan', 'migrate:fresh|migrate:reset|migrate:refresh|db:wipe'] }, { sub: ['**', 'manage.py|./manage.py', 'flush|reset_db|sqlflush'] }, { sub: ['**', 'bin/console', 'doctrine:database:drop|doctrine:schema:drop'] }, { sub: ['migrate:fresh|migrate:reset|migrate:refresh|db:wipe|doctrine:database:drop|doctrine:schema:drop|flush|reset_db'] }],
      unless: [{ options: ['--pretend|--dump-sql|--help'] }],
      reason: 'drops the database of the application', instead: { command: 'php artisan migrate:status', text: 'shows which migrations have run' }, match: ['php artisan migrate:fresh --seed', 'python manage.py flush --noinput', 'python3 ./manage.py reset_db', 'php bin/console doctrine:database:drop --force'], pass: ['php artisan migrate', 'python manage.py migrate', 'python manage.py runserver'],
    },
    {
      id: 'database/etcd', programs: ['etcdctl', 'consul', 'zkCli.sh', 'nodetool', 'influx', 'couchbase-cli', 'rabbitmqctl', 'kafka-topics', 'kafka-topics.sh', 'neo4j-admin', 'cypher-shell'],
      when: [
        { sub: ['del'], options: ['--prefix|--from-key'] }, { sub: ['kv', 'delete'], options: ['-recurse'] }, { sub: ['deleteall|rmr'] }, { sub: ['**', 'decommission|removenode|assassinate'] }, { sub: ['bucket|org', 'delete'] }, { sub: ['bucket-delete|bucket-flush'] },
        { sub: ['**', 'reset|force_reset|delete_vhost|delete_queue|purge_queue'] }, { options: ['--delete'] }, { word: '(?:DETACH\\s+DELETE|DROP\\s+DATABASE)' },
      ],
      reason: 'deletes data for good', instead: { command: 'etcdctl get --prefix --keys-only ""', text: 'shows the keys' }, match: ['etcdctl del --prefix ""', 'rabbitmqctl reset', 'kafka-topics.sh --bootstrap-server b:9092 --delete --topic t', 'influx bucket delete -n x', 'cypher-shell "MATCH (n) DETACH DELETE n"'], pass: ['etcdctl get a', 'rabbitmqctl list_queues', 'kafka-topics.sh --list --bootstrap-server b:9092', 'nodetool status', 'consul kv get a'],
    },
  ],
}
