-- Times are nanoseconds since 1970 UTC (columns _nanos); beside each the same for people, to the microsecond (columns _at).

CREATE TABLE incident (
    run_id text NOT NULL,
    incident_id text NOT NULL,
    fabric text NOT NULL,
    cluster text NOT NULL,
    state text NOT NULL,
    severity text NOT NULL,
    rule text NOT NULL,
    cause text NOT NULL,
    confidence double precision NOT NULL,
    origin_entity text NOT NULL,
    origin_device text NOT NULL,
    origin_port text NOT NULL,
    origin_priorities integer[] NOT NULL,
    other_origins text[] NOT NULL,
    cycle text[] NOT NULL,
    path text[] NOT NULL,
    full_ports text[] NOT NULL,
    opened_nanos bigint NOT NULL,
    opened_at timestamptz GENERATED ALWAYS AS (to_timestamp((opened_nanos / 1000)::double precision / 1e6)) STORED,
    openings_nanos bigint[] NOT NULL,
    changed_nanos bigint NOT NULL,
    changed_at timestamptz GENERATED ALWAYS AS (to_timestamp((changed_nanos / 1000)::double precision / 1e6)) STORED,
    resolved_nanos bigint,
    resolved_at timestamptz GENERATED ALWAYS AS (to_timestamp((resolved_nanos / 1000)::double precision / 1e6)) STORED,
    severe_since_nanos bigint,
    severe_since_at timestamptz
        GENERATED ALWAYS AS (to_timestamp((severe_since_nanos / 1000)::double precision / 1e6)) STORED,
    merged_into text NOT NULL,
    paged_nanos bigint,
    paged_at timestamptz GENERATED ALWAYS AS (to_timestamp((paged_nanos / 1000)::double precision / 1e6)) STORED,
    page_reason text NOT NULL,
    page_labels jsonb NOT NULL,
    victim_count bigint NOT NULL,
    victim_hosts bigint,
    victim_ports bigint,
    victim_jobs bigint,
    victim_flows bigint,
    victim_flows_head_of_line bigint,
    evidence jsonb NOT NULL,
    timeline jsonb NOT NULL,
    topic_offset bigint NOT NULL,
    PRIMARY KEY (run_id, incident_id)
);
CREATE INDEX incident_by_time ON incident (fabric, opened_at);

CREATE TABLE incident_port (
    run_id text NOT NULL,
    incident_id text NOT NULL,
    position integer NOT NULL,
    device text NOT NULL,
    port text NOT NULL,
    priority integer NOT NULL,
    direction text NOT NULL,
    opened_nanos bigint NOT NULL,
    opened_at timestamptz GENERATED ALWAYS AS (to_timestamp((opened_nanos / 1000)::double precision / 1e6)) STORED,
    cleared_nanos bigint,
    cleared_at timestamptz GENERATED ALWAYS AS (to_timestamp((cleared_nanos / 1000)::double precision / 1e6)) STORED,
    rule text NOT NULL,
    source text NOT NULL,
    paused_ratio double precision NOT NULL,
    paused_since_nanos bigint NOT NULL,
    detection_nanos bigint NOT NULL,
    sent_packets bigint NOT NULL,
    confidence double precision NOT NULL,
    PRIMARY KEY (run_id, incident_id, position),
    FOREIGN KEY (run_id, incident_id) REFERENCES incident ON DELETE CASCADE
);

CREATE TABLE incident_edge (
    run_id text NOT NULL,
    incident_id text NOT NULL,
    position integer NOT NULL,
    waiter text NOT NULL,
    waits_for text NOT NULL,
    PRIMARY KEY (run_id, incident_id, position),
    FOREIGN KEY (run_id, incident_id) REFERENCES incident ON DELETE CASCADE
);

CREATE TABLE incident_victim (
    run_id text NOT NULL,
    incident_id text NOT NULL,
    position integer NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    head_of_line boolean NOT NULL,
    words text NOT NULL,
    PRIMARY KEY (run_id, incident_id, position),
    FOREIGN KEY (run_id, incident_id) REFERENCES incident ON DELETE CASCADE
);

CREATE TABLE recommendation (
    run_id text NOT NULL,
    fabric text NOT NULL,
    device text NOT NULL,
    object text NOT NULL,
    at_nanos bigint NOT NULL,
    at timestamptz GENERATED ALWAYS AS (to_timestamp((at_nanos / 1000)::double precision / 1e6)) STORED,
    status text NOT NULL,
    decline text,
    decline_words text NOT NULL,
    queues text[] NOT NULL,
    new_profile boolean NOT NULL,
    current_kmin_bytes bigint,
    current_kmax_bytes bigint,
    current_max_mark_probability double precision,
    recommended_kmin_bytes bigint,
    recommended_kmax_bytes bigint,
    recommended_max_mark_probability double precision,
    step_kmin_bytes bigint,
    step_kmax_bytes bigint,
    step_max_mark_probability double precision,
    predicted_cost_current double precision,
    predicted_cost_recommended double precision,
    predicted_cost_step double precision,
    predicted_change double precision,
    predicted_deviation double precision,
    measured_load_ratio double precision,
    measured_marked_ratio double precision,
    measured_egress_paused_ratio double precision,
    measured_ingress_paused_ratio double precision,
    measured_watermark_bytes bigint,
    trial_state text,
    trial_words text NOT NULL,
    confidence double precision NOT NULL,
    reasons text[] NOT NULL,
    commands text[] NOT NULL,
    rollback text[] NOT NULL,
    refusal text NOT NULL,
    topic_offset bigint NOT NULL,
    PRIMARY KEY (run_id, fabric, device, object, at_nanos)
);
CREATE INDEX recommendation_by_time ON recommendation (fabric, at);

CREATE VIEW recommendation_newest AS
SELECT DISTINCT ON (run_id, fabric, device, object) *
FROM recommendation
ORDER BY run_id, fabric, device, object, at_nanos DESC;

CREATE TABLE cc_mode (
    run_id text NOT NULL,
    fabric text NOT NULL,
    rack text NOT NULL,
    at_nanos bigint NOT NULL,
    at timestamptz GENERATED ALWAYS AS (to_timestamp((at_nanos / 1000)::double precision / 1e6)) STORED,
    flows bigint NOT NULL,
    dominant_class text NOT NULL,
    dominant_share double precision NOT NULL,
    topic_offset bigint NOT NULL,
    PRIMARY KEY (run_id, fabric, rack, at_nanos)
);
CREATE INDEX cc_mode_by_time ON cc_mode (fabric, at);

CREATE TABLE cc_mode_class (
    run_id text NOT NULL,
    fabric text NOT NULL,
    rack text NOT NULL,
    at_nanos bigint NOT NULL,
    class text NOT NULL,
    flows bigint NOT NULL,
    share double precision NOT NULL,
    PRIMARY KEY (run_id, fabric, rack, at_nanos, class),
    FOREIGN KEY (run_id, fabric, rack, at_nanos) REFERENCES cc_mode ON DELETE CASCADE
);

COMMENT ON TABLE incident IS 'One row per PFC storm: its newest version.';
COMMENT ON TABLE incident_port IS 'Ports that take part in an incident, in the order of opening.';
COMMENT ON TABLE incident_edge IS 'How far it spread: who waits for whom, from the farthest waiter to the origin; device/port/priority.';
COMMENT ON TABLE incident_victim IS 'Who is hurt: port, host, flow or job; of each the worst first, no more than a bound.';
COMMENT ON TABLE recommendation IS 'ECN advice, one row per object and time of the advice.';
COMMENT ON TABLE cc_mode IS 'How the flows of a rack deal with congestion, one row per change; rack is empty for the whole fabric.';
COMMENT ON TABLE cc_mode_class IS 'Flows and share per class of a row of cc_mode.';
COMMENT ON VIEW recommendation_newest IS 'The newest row of recommendation per object.';
