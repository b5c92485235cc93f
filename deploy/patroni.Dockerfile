# PostgreSQL under Patroni, of Debian's packages: the same as npm run drill:failover uses.
FROM docker.io/library/debian:bookworm-slim
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql-15 patroni python3-etcd python3-psycopg2 curl tini \
 && rm -rf /var/lib/apt/lists/*
COPY deploy/patroni.yml deploy/create-database.sh /etc/patroni/
RUN mkdir -p /var/lib/postgresql/cluster && chown postgres:postgres /var/lib/postgresql/cluster && chmod 700 /var/lib/postgresql/cluster
VOLUME /var/lib/postgresql/cluster
USER postgres
EXPOSE 5432 8008
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s CMD ["curl", "--fail", "--silent", "--output", "/dev/null", "http://127.0.0.1:8008/health"]
ENTRYPOINT ["tini", "--"]
CMD ["patroni", "/etc/patroni/patroni.yml"]
